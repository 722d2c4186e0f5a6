import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForPreparedCover } from './prepared.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  delete window.preparedSession
})

/** Starts to wait. @returns whether the wait has ended */
function wait(): () => boolean {
  let hasEnded = false
  void waitForPreparedCover().then(() => {
    hasEnded = true
  })
  return () => hasEnded
}

it('J11 the app does not wait if no session is prepared', async () => {
  const hasEnded = wait()
  await vi.advanceTimersByTimeAsync(0)
  expect(hasEnded()).toBe(true)
})

it('J11 the app waits for the cover of the prepared session', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  window.preparedSession = promise
  const hasEnded = wait()
  await vi.advanceTimersByTimeAsync(300)
  expect(hasEnded()).toBe(false)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(hasEnded()).toBe(true)
})

it('J11 the app waits at most 400 ms for the cover', async () => {
  window.preparedSession = new Promise(() => undefined)
  const hasEnded = wait()
  await vi.advanceTimersByTimeAsync(399)
  expect(hasEnded()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(hasEnded()).toBe(true)
})
