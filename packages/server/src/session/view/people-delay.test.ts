import { expect, it } from 'vitest'
import { peopleDelayMs } from './people-delay.ts'

it.each([
  [0, 0],
  [50, 0],
  [51, 5.1],
  [200, 20],
  [1_000, 100],
  [9_999, 999.9],
  [10_000, 1_000],
  [100_000, 1_000],
])('D2 in a session of %d people, changes of its people are collected for %d ms', (activeCount, delayMs) => {
  expect(peopleDelayMs(activeCount)).toBe(delayMs)
})
