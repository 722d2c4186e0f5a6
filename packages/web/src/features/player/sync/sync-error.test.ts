import { expect, it } from 'vitest'
import { syncErrorMsOf } from './sync-error.ts'

it.each([
  [3, 10, 5, 18],
  [-3, 10, 5, 18],
  [2.1, 10, 5, 18],
  [0, 0, 0, 1],
])(
  'P7 an offset of %d ms and errors of %d and %d ms give ± %d ms',
  (behindMs, errorMs, clockErrorMs, sumMs) => {
    expect(syncErrorMsOf({ behindMs, errorMs }, clockErrorMs)).toBe(sumMs)
  },
)

it('P7 a figure above 100 ms is not shown', () => {
  expect(syncErrorMsOf({ behindMs: 85, errorMs: 10 }, 5)).toBe(100)
  expect(syncErrorMsOf({ behindMs: 86, errorMs: 10 }, 5)).toBeNull()
})

it('M7 without one of its parts there is no figure', () => {
  expect(syncErrorMsOf(null, 5)).toBeNull()
  expect(syncErrorMsOf({ behindMs: 3, errorMs: null }, 5)).toBeNull()
  expect(syncErrorMsOf({ behindMs: 3, errorMs: 10 }, null)).toBeNull()
})
