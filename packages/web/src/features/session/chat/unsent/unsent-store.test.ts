import { beforeEach, describe, expect, it } from 'vitest'
import { forgetUnsentText, UNSENT_KEY } from '../../../../shared/store/unsent-text.ts'
import { createUnsentStore } from './unsent-store.ts'

const HOUR_MS = 3_600_000
const world = { nowMs: 0, isLoggedIn: true }
const storeOf = (userId: string, ssid: string) =>
  createUnsentStore(
    { userId, ssid },
    () => world.nowMs,
    () => world.isLoggedIn,
  )
const ann = storeOf('ann', 'kitchen')
const line = (key: string, text: string, at = 0) => ({ key, text, at })
const text = { draft: 'typed', lines: [line('key-0001', 'sent')] }

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(world, { nowMs: 0, isLoggedIn: true })
})

describe('C12 the text that was not sent', () => {
  it('is stored for one person and one session', () => {
    ann.update(() => text)
    expect(ann.read()).toEqual(text)
    expect(storeOf('ben', 'kitchen').read()).toEqual({ draft: '', lines: [] })
    expect(storeOf('ann', 'garden').read()).toEqual({ draft: '', lines: [] })
  })

  it('is removed when it is sent, at logout, and not stored after it', () => {
    ann.update(() => text)
    ann.update(() => ({ draft: '', lines: [] }))
    expect(sessionStorage.getItem(UNSENT_KEY)).toBeNull()
    ann.update(() => text)
    forgetUnsentText()
    world.isLoggedIn = false
    ann.update(() => text)
    expect(sessionStorage.getItem(UNSENT_KEY)).toBeNull()
  })

  it('is bounded: 10,000 characters, 50 lines and five sessions', () => {
    const lines = Array.from({ length: 60 }, (_, index) => line(`key-${1000 + index}`, 'x'))
    ann.update(() => ({ draft: 'x'.repeat(20_000), lines }))
    expect([ann.read().draft.length, ann.read().lines.length]).toEqual([10_000, 50])
    for (let room = 0; room < 5; room += 1) storeOf('ann', `room ${room}`).update(() => text)
    expect(ann.read()).toEqual({ draft: '', lines: [] })
    expect(storeOf('ann', 'room 0').read()).toEqual(text)
  })

  it('goes back to the field when the server may not recognise its lines any more', () => {
    ann.update(() => text)
    world.nowMs = 20 * HOUR_MS - 1
    expect(ann.read()).toEqual(text)
    // A keystroke and a newer line do not make the first line younger.
    ann.update(({ lines }) => ({
      draft: 'typed more',
      lines: [...lines, line('key-0002', 'new', world.nowMs)],
    }))
    world.nowMs = 20 * HOUR_MS
    const later = { draft: 'sent\ntyped more', lines: [line('key-0002', 'new', 20 * HOUR_MS - 1)] }
    expect(ann.read()).toEqual(later)
    // The next change must not store the older line a second time.
    ann.update((stored) => stored)
    expect(ann.read()).toEqual(later)
  })

  const entry = { userId: 'ann', ssid: 'kitchen', ...text }
  it.each([
    ['no JSON', '{'],
    ['another type', '"text"'],
    ['an object', JSON.stringify(entry)],
    ['a draft that is no text', JSON.stringify([{ ...entry, draft: { toString: 'x' } }])],
    ['a draft without a limit', JSON.stringify([{ ...entry, draft: 'x'.repeat(10_001) }])],
    ['a line that is too long', JSON.stringify([{ ...entry, lines: [line('key-0001', 'x'.repeat(501))] }])],
    ['a key with other characters', JSON.stringify([{ ...entry, lines: [line('../../0001', 'x')] }])],
    ['many lines', JSON.stringify([{ ...entry, lines: Array(51).fill(line('key-0001', 'x')) }])],
    ['many sessions', JSON.stringify(Array.from({ length: 6 }, () => entry))],
  ])('counts as nothing if the storage has %s', (_, stored) => {
    sessionStorage.setItem(UNSENT_KEY, stored)
    expect(ann.read()).toEqual({ draft: '', lines: [] })
    ann.update(() => text)
    expect(ann.read()).toEqual(text)
  })
})
