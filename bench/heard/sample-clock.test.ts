import { expect, test } from 'vitest'
import { RATE } from './pulse-client.ts'
import { SampleClock } from './sample-clock.ts'

const BEGIN_MS = 1_800_000_000_000
const MINUTES = 4

/** A recording of some minutes whose clock is read four times a second. Every fifth reading is wrong by 50 ms. */
function recordingOf(ppm: number): { clock: SampleClock; trueMs: (sample: number) => number } {
  const clock = new SampleClock()
  const trueMs = (sample: number) => BEGIN_MS + (sample / RATE / (1 + ppm / 1e6)) * 1000
  for (let reading = 0; reading < MINUTES * 240; reading += 1) {
    const sample = Math.round((reading * RATE) / 4)
    clock.add({ sample, atMs: trueMs(sample) + wrongMs(reading) })
  }
  return { clock, trueMs }
}

const wrongMs = (reading: number): number => (reading % 5 > 0 ? 0 : reading % 10 > 0 ? 50 : -50)

test.each([0, 200, -200])('the times of a recording are exact within 1 ms at %s ppm', (ppm) => {
  const { clock, trueMs } = recordingOf(ppm)
  for (let second = 0; second < MINUTES * 60; second += 1) {
    const sample = second * RATE
    expect(Math.abs(clock.atMs(sample) - trueMs(sample))).toBeLessThan(1)
    expect(Math.abs(clock.sampleAt(trueMs(sample)) - sample)).toBeLessThan(RATE / 1000)
  }
})

test('a moment at which half of the readings changed is in doubt, and others are not', () => {
  const clock = new SampleClock()
  for (let second = 0; second < 60; second += 1)
    clock.add({ sample: second * RATE, atMs: BEGIN_MS + second * 1000 + (second < 30 ? 0 : 200) })
  expect(clock.doubtMs(30 * RATE)).toBe(200)
  expect(clock.doubtMs(10 * RATE)).toBe(0)
})

test('a sample far from all readings uses the nearest one', () => {
  const clock = new SampleClock()
  clock.add({ sample: 10 * RATE, atMs: BEGIN_MS + 10_000 })
  expect(clock.atMs(0)).toBeCloseTo(BEGIN_MS)
  expect(clock.sampleAt(BEGIN_MS + 20_000)).toBeCloseTo(20 * RATE)
})
