import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTicker } from './ticker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('P5 a chore runs again and again, never over itself, and a failure does not end it', async () => {
  const errors: unknown[] = []
  const runs: (() => void)[] = []
  const slow = vi.fn(() => new Promise<void>((resolve) => runs.push(resolve)))
  const failing = vi.fn(() => Promise.reject(new Error('away')))
  const stop = startTicker(
    [
      { everyMs: 250, run: slow },
      { everyMs: 1_000, run: failing },
    ],
    (error) => errors.push(error),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(slow).toHaveBeenCalledTimes(1)
  runs.shift()?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(slow).toHaveBeenCalledTimes(2)
  expect([failing.mock.calls.length, errors.length]).toEqual([2, 2])
  runs.shift()?.()
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(slow).toHaveBeenCalledTimes(2)
})
