import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTicker } from './ticker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('P5 a job runs again and again, never overlaps itself, and continues after a failure', async () => {
  const errors: unknown[] = []
  const begun = { slow: 0, failing: 0 }
  let end = (): void => undefined
  const slow = () => {
    begun.slow += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  const failing = async () => {
    begun.failing += 1
    throw new Error('the database is away')
  }
  const stop = startTicker(
    [
      { everyMs: 500, run: slow },
      { everyMs: 2_000, run: failing },
    ],
    2,
    (error) => errors.push(error),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual({ slow: 1, failing: 1 })
  end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual({ slow: 2, failing: 2 })
  expect(errors).toHaveLength(2)
  end()
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toEqual({ slow: 2, failing: 2 })
})
