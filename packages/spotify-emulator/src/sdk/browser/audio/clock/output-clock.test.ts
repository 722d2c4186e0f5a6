import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OutputClock } from './output-clock.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Advances the page's clock to `sec`. It cannot go back. */
const setPageSec = (sec: number): void => void vi.advanceTimersByTime(sec * 1000 - performance.now())

/** A fake output with a timestamp that the test sets. */
function output({ baseLatency = 0.01 } = {}) {
  const timestamp = { contextTime: 0, performanceTime: 0 }
  const context = {
    currentTime: 0,
    baseLatency,
    outputLatency: 0,
    getOutputTimestamp: () => timestamp,
  }
  const clock = new OutputClock(context)
  /** Sets the timestamp: the graph's second `graphSec` is audible at the page's second `pageSec`. */
  function setTimestamp(graphSec: number, pageSec: number): void {
    timestamp.contextTime = graphSec
    timestamp.performanceTime = pageSec * 1000
    if (pageSec * 1000 > performance.now()) setPageSec(pageSec)
    clock.observe()
  }
  return { clock, context, setTimestamp }
}

it('is not ready before the first output timestamp', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(0, 0)
  expect([clock.isReady, clock.withinMs]).toEqual([false, null])
})

it('converts between graph time and the time at which it is heard', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(1, 5)
  expect(clock.audibleAtMs(3)).toBeCloseTo(7_000, 6)
  expect(clock.graphSec(7_000)).toBeCloseTo(3, 6)
})

it('ignores a single wrong timestamp, and includes the spread in its error', () => {
  const { clock, setTimestamp } = output({ baseLatency: 0.01 })
  setTimestamp(1, 5)
  setTimestamp(1.1, 5.1)
  setTimestamp(1.21, 5.2)
  setTimestamp(1.3, 5.3)
  expect(clock.audibleAtMs(2)).toBeCloseTo(6_000, 6)
  expect(clock.withinMs).toBeCloseTo(5 + 10, 6)
})

it('follows two timestamps in a row after a dropout', () => {
  const { clock, setTimestamp } = output()
  for (const sec of [1, 2, 3]) setTimestamp(sec, sec + 4)
  setTimestamp(4, 8.01)
  expect(clock.audibleAtMs(5)).toBeCloseTo(9_000, 6)
  setTimestamp(5, 9.01)
  expect(clock.audibleAtMs(5)).toBeCloseTo(9_010, 6)
})

it('M11 has no figure after a change of the output until four timestamps agree', () => {
  const { clock, setTimestamp } = output({ baseLatency: 0.01 })
  for (const sec of [1, 2, 3, 4]) setTimestamp(sec, sec + 4)
  expect(clock.withinMs).toBeCloseTo(10, 6)
  // The new output plays the sound 150 ms later.
  for (const sec of [5, 6, 7]) setTimestamp(sec, sec + 4.15)
  expect(clock.audibleAtMs(8)).toBeCloseTo(12_150, 6)
  expect(clock.withinMs).toBeNull()
  setTimestamp(8, 12.15)
  expect(clock.withinMs).toBeCloseTo(10, 6)
})

it('asks for more readings when the newest timestamp differs, until it is clear whether the output has changed', () => {
  const { clock, setTimestamp } = output()
  for (const sec of [1, 2, 3]) setTimestamp(sec, sec + 4)
  expect(clock.needsReadings).toBe(false)
  setTimestamp(4, 8.01)
  expect(clock.needsReadings).toBe(true)
  setTimestamp(4.01, 8.02)
  expect(clock.needsReadings).toBe(false)
})

it('counts a repeated timestamp once', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(1, 5)
  setTimestamp(2, 6)
  for (let look = 0; look < 10; look += 1) setTimestamp(3, 7.01)
  expect(clock.audibleAtMs(5)).toBeCloseTo(9_000, 6)
})

it('is not ready after a reset', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(1, 5)
  clock.reset()
  expect(clock.isReady).toBe(false)
})

it('ignores a timestamp of more than a second ago, which a suspended graph repeats', () => {
  const { clock, context, setTimestamp } = output()
  setTimestamp(1, 5)
  context.currentTime = 1.2
  setPageSec(7)
  setTimestamp(1.3, 5.1)
  expect(clock.audibleAtMs(3)).toBeCloseTo(7_000, 6)
})

/** An output like that of WebKitGTK, whose timestamps are as far in the future as the graph is old. */
function webKitOutput() {
  const context = {
    currentTime: 0,
    baseLatency: 0.01,
    getOutputTimestamp: () => ({
      contextTime: context.currentTime,
      performanceTime: performance.now() + context.currentTime * 1000,
    }),
  }
  return context
}

it('does not use the timestamps of WebKitGTK', () => {
  const context = webKitOutput()
  const clock = new OutputClock(context)
  for (let reading = 1; reading <= 50; reading += 1) {
    setPageSec(10 + reading / 10)
    context.currentTime = reading / 10
    clock.observe()
  }
  // Second 9 of the graph is audible at 19 s plus the assumed latency of 71 ms. The clock does not run at double
  // speed.
  expect(clock.audibleAtMs(9)).toBeCloseTo(19_071, 0)
  expect(clock.withinMs).toBeNull()
})

it('M7 plays at the same moment in WebKitGTK when it renders more sound at once', () => {
  const context = webKitOutput()
  const clock = new OutputClock(context)
  /**
   * Reads the clock 50 times. The readings differ by up to `spreadSec`.
   * @returns when second 9 of the graph's time is audible
   */
  const audibleAtMs = (from: number, spreadSec: number) => {
    for (let reading = from; reading < from + 50; reading += 1) {
      setPageSec(10 + reading / 10)
      context.currentTime = reading / 10 - ((reading * 7) % 11) * (spreadSec / 10)
      clock.observe()
    }
    return clock.audibleAtMs(9)
  }
  const smooth = audibleAtMs(1, 0.002)
  // With blocks of 20 ms, the recorded sound was about 15 ms later. The mean of the readings changes by 9 ms only.
  expect(audibleAtMs(51, 0.02) - smooth).toBeGreaterThan(12)
})

it('M7 has no figure after a timestamp in the future, because only the assumed latency is left', () => {
  const { clock, context, setTimestamp } = output({ baseLatency: 0.01 })
  context.currentTime = 4
  for (const sec of [1, 2, 3, 4]) setTimestamp(sec, sec + 4)
  expect(clock.withinMs).not.toBeNull()
  setPageSec(9)
  context.currentTime = 5
  context.getOutputTimestamp = () => ({ contextTime: 5, performanceTime: performance.now() + 5_000 })
  clock.observe()
  expect([clock.isReady, clock.withinMs]).toEqual([true, null])
})

it('uses the reported latency where there are no timestamps', () => {
  const context = { currentTime: 2, baseLatency: 0.01, outputLatency: 0.02 }
  setPageSec(10)
  const clock = new OutputClock(context)
  clock.observe()
  expect(clock.audibleAtMs(3)).toBeCloseTo(11_030, 6)
  expect(clock.withinMs).toBeCloseTo(5, 6)
})

it('M7 follows a reported latency that changes, as with another device', () => {
  const context = { currentTime: 0, baseLatency: 0, outputLatency: 0.15 }
  const clock = new OutputClock(context)
  const runTo = (tenths: number) => {
    while (context.currentTime < tenths / 10) {
      context.currentTime += 0.1
      setPageSec(10 + context.currentTime)
      clock.observe()
    }
  }
  runTo(30)
  expect(clock.audibleAtMs(3)).toBeCloseTo(13_150, 0)
  context.outputLatency = 0.02
  runTo(33)
  expect(clock.audibleAtMs(3)).toBeCloseTo(13_020, 0)
})

it('has no error figure if the browser does not report its latency', () => {
  const context = { currentTime: 0, baseLatency: 0.01 }
  const clock = new OutputClock(context)
  clock.observe()
  expect(clock.isReady).toBe(false)
  context.currentTime = 2
  setPageSec(2)
  clock.observe()
  expect([clock.isReady, clock.withinMs]).toEqual([true, null])
})

it('M10 is not ready after a sleep, and then uses new readings only', () => {
  const { clock, setTimestamp } = output({ baseLatency: 0.01 })
  for (const sec of [1, 2, 3, 4]) setTimestamp(sec, sec + 4)
  expect([clock.isReady, clock.isSteady]).toEqual([true, true])
  setPageSec(68)
  expect([clock.isReady, clock.isSteady, clock.withinMs]).toEqual([false, false, null])
  setTimestamp(5, 69)
  expect([clock.isReady, clock.isSteady]).toEqual([true, false])
  expect(clock.audibleAtMs(6)).toBeCloseTo(70_000, 6)
})
