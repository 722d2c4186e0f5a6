import { expect, it } from 'vitest'
import { MeasuredDelays } from './measured-delays.js'

/** Adds delays that a second graph has measured, in seconds. */
function withAdded(...delaysSec: number[]): MeasuredDelays {
  const delays = new MeasuredDelays()
  for (const delaySec of delaysSec) delays.add(delaySec)
  return delays
}

it('M11 two measurements that differ slightly are both used, and a third one replaces the other', () => {
  expect(withAdded(0.06, 0.08).medianSec).toBeCloseTo(0.07, 9)
  expect(withAdded(0.06, 0.08, 0.082).medianSec).toBeCloseTo(0.081, 9)
})

it.each([
  [0.0119, true],
  [0.012, false],
  [0.02, false],
])('M11 a delay of 0 and one of %f s confirm each other: %s', (delaySec, isConfirmed) => {
  for (const delays of [withAdded(0, delaySec), withAdded(delaySec, 0)])
    expect(delays.isConfirmed).toBe(isConfirmed)
})

it.each([
  [0.03, 0.015],
  [0.0301, 0.0301],
])('M11 after a delay of 0, a delay of %f s gives %f s', (delaySec, medianSec) => {
  expect(withAdded(0, delaySec).medianSec).toBeCloseTo(medianSec, 9)
})

it.each([
  [0.0049, true],
  [0.005, false],
])('M11 three measurements of which two differ by %f s are exact: %s', (delaySec, isExact) => {
  expect(withAdded(0, 0.001, delaySec).isExact).toBe(isExact)
})

it('M11 two equal measurements are not exact, and five that confirm each other are', () => {
  expect(withAdded(0, 0).isExact).toBe(false)
  expect(withAdded(0, 0.008, 0.004, 0.002).isExact).toBe(false)
  expect(withAdded(0, 0.008, 0.004, 0.002, 0.006).isExact).toBe(true)
})
