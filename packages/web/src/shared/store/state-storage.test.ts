// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeStored } from '../browser/storage.ts'
import { type ClientState, emptyState, parseState } from './state.ts'
import { createStateStorage } from './state-storage.ts'

const KEY = 'vuex'
const login = { id: '1', token: 'secret' }
const user = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01', username: 'kim', email: '', level: 0 }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

/** Creates a storage with a login, and a spy on the writes of the storage. */
function opened() {
  const write = vi.fn<typeof writeStored>(writeStored)
  const storage = createStateStorage(write)
  let state: ClientState = { ...emptyState, active: login }
  storage.getItem(KEY)
  void storage.setItem(KEY, { state })
  write.mockClear()
  return {
    write,
    change(changes: Partial<ClientState>) {
      state = { ...state, ...changes }
      void storage.setItem(KEY, { state })
    },
  }
}

it('G6 writes a login, a change of the person and a logout at once', () => {
  const { change } = opened()
  expect(parseState(localStorage.getItem(KEY)).active).toEqual(login)
  change({ user })
  expect(parseState(localStorage.getItem(KEY)).user).toEqual(user)
  change({ active: null })
  expect(parseState(localStorage.getItem(KEY)).active).toBeNull()
})

it('writes other changes at most once per second', () => {
  const { write, change } = opened()
  for (let count = 0; count < 10; count += 1)
    change({ account_props: [{ device_id: `${count}`, devices: [] }] })
  expect(write).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(write).toHaveBeenCalledTimes(1)
  expect(parseState(localStorage.getItem(KEY)).account_props).toEqual([{ device_id: '9', devices: [] }])
})

it('does not write for a push of the open session alone, until the page is hidden', () => {
  const { write, change } = opened()
  for (let count = 0; count < 10; count += 1) change({ session: null, votes: [] })
  vi.advanceTimersByTime(60_000)
  expect(write).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pagehide'))
  expect(write).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('pagehide'))
  expect(write).toHaveBeenCalledTimes(1)
})
