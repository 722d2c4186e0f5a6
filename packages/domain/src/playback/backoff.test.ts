import { expect, it } from 'vitest'
import { backoffDelayMs } from './backoff.ts'

it('L7 retries wait twice as long after each failure in a row, up to a limit', () => {
  expect([1, 2, 3, 4, 5].map((attempt) => backoffDelayMs(100, 800, attempt))).toEqual([
    100, 200, 400, 800, 800,
  ])
  expect(backoffDelayMs(100, 800, 0)).toBe(100)
})
