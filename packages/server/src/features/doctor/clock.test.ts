import { expect, it } from 'vitest'
import { aheadOfDateMs } from './clock.ts'

it.each([
  ['agrees within the second of the header', 5_000, 5_000, 5_020, 0],
  ['agrees if the answer came in the next second', 5_000, 5_990, 6_010, 0],
  ['agrees if the answer took long', 5_000, 3_000, 9_000, 0],
  ['is ahead', 5_000, 9_000, 9_020, 3_001],
  ['is behind', 5_000, 2_000, 2_020, -2_980],
])('O7 the clock %s', (_what, dateMs, askedMs, answeredMs, aheadMs) => {
  expect(aheadOfDateMs({ dateMs, askedMs, answeredMs })).toBe(aheadMs)
})
