import { afterEach, expect, it, vi } from 'vitest'
import { playing } from '../testing/playing-voice.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([2, -2])('corrects %d ms of drift by a change of rate, without a jump', async (ms) => {
  const { voice, pass, drift, behindMs, rates } = playing()
  voice.play()
  await pass(5)
  drift.ms = ms
  expect(behindMs()).toBeCloseTo(ms)
  rates()
  await pass(10)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
  const corrections = rates().filter((rate) => rate !== 1)
  expect(corrections.length).toBeGreaterThan(0)
  for (const rate of corrections) {
    expect(Math.sign(rate - 1)).toBe(Math.sign(ms))
    expect(Math.abs(rate - 1)).toBeLessThanOrEqual(0.004)
  }
})

it.each([500, -500, 20])('Y2 moves by %d ms at once and without a gap', async (ms) => {
  const { context, voice, events, pass, drift, behindMs } = playing()
  voice.play()
  await pass(5)
  drift.ms = ms
  voice.align()
  for (let step = 0; step < 100; step += 1) {
    context.currentTime += 0.001
    expect(voice.audiblePosition()).not.toBeNull()
  }
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
  await pass(2)
  expect(events).toEqual(['sounding'])
})

it('changes the rate by at most 0.4 percent', async () => {
  const { voice, pass, drift, rates } = playing()
  voice.play()
  await pass(5)
  rates()
  // 5.9 ms is nearly the largest difference that is corrected without a crossfade.
  drift.ms = 5.9
  await pass(10)
  expect(Math.max(...rates())).toBeCloseTo(1.004, 6)
})

it.each([3, -3])('a change of the clock by %d ms is corrected from the next piece on', async (ms) => {
  const { voice, pass, drift, behindMs } = playing()
  voice.play()
  await pass(5.5)
  drift.ms = ms
  await pass(2)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
})

it('an unsteady clock changes the schedule at most once for each piece', async () => {
  const { voice, pass, drift, rates } = playing()
  voice.play()
  await pass(5)
  rates()
  for (let step = 0; step < 10; step += 1) {
    drift.ms = step % 2 === 0 ? 3 : 0
    await pass(0.1)
  }
  // At most the pieces of the next 2.5 seconds are scheduled, each at most three times.
  expect(rates().length).toBeLessThanOrEqual(9)
})

it('P10 a song that waits for its start gets a new start when the clock changes', async () => {
  const { voice, pass, drift, behindMs, target } = playing()
  target.shiftMs = -2_000
  voice.play()
  await pass(0.5)
  drift.ms = 5
  await pass(1.8)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
})

it('a piece that has left the cache plays as it was scheduled', async () => {
  const { voice, net, pieces, events, pass, drift } = playing()
  voice.play()
  await pass(5.5)
  net.isUp = false
  pieces.clear()
  drift.ms = 3
  await pass(1.5)
  expect(events).toEqual(['sounding'])
})

it('M10 starts at once when a wrong clock has set the start a minute too late', async () => {
  const { voice, events, pass, drift, behindMs } = playing()
  drift.ms = -60_000
  voice.play()
  await pass(0.5)
  expect(events).toEqual([])
  drift.ms = 0
  await pass(0.5)
  expect(events).toEqual(['sounding'])
  expect(Math.abs(behindMs())).toBeLessThan(1)
})
