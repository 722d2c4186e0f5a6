import { expect, it } from 'vitest'
import { OutputClock } from './output-clock.js'

/** An output with a timestamp that the test sets. */
function output({ baseLatency = 0.01 } = {}) {
  const timestamp = { contextTime: 0, performanceTime: 0 }
  const context = {
    currentTime: 0,
    baseLatency,
    outputLatency: 0,
    getOutputTimestamp: () => timestamp,
  }
  const clock = new OutputClock(context)
  /** Sets the timestamp: when a moment of the graph is heard, both in seconds. */
  function setTimestamp(graphSec: number, pageSec: number): void {
    timestamp.contextTime = graphSec
    timestamp.performanceTime = pageSec * 1000
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
  expect(clock.heardAtMs(3)).toBeCloseTo(7_000, 6)
  expect(clock.graphSec(7_000)).toBeCloseTo(3, 6)
})

it('ignores a single wrong timestamp, and includes the spread in its error', () => {
  const { clock, setTimestamp } = output({ baseLatency: 0.01 })
  setTimestamp(1, 5)
  setTimestamp(1.1, 5.1)
  setTimestamp(1.21, 5.2)
  setTimestamp(1.3, 5.3)
  expect(clock.heardAtMs(2)).toBeCloseTo(6_000, 6)
  expect(clock.withinMs).toBeCloseTo(5 + 10, 6)
})

it('follows two timestamps in a row after a dropout', () => {
  const { clock, setTimestamp } = output()
  for (const sec of [1, 2, 3]) setTimestamp(sec, sec + 4)
  setTimestamp(4, 8.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_000, 6)
  setTimestamp(5, 9.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_010, 6)
  expect(clock.withinMs).toBeCloseTo(10, 6)
})

it('counts a repeated timestamp once', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(1, 5)
  setTimestamp(2, 6)
  for (let look = 0; look < 10; look += 1) setTimestamp(3, 7.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_000, 6)
})

it('is not ready after a reset', () => {
  const { clock, setTimestamp } = output()
  setTimestamp(1, 5)
  clock.reset()
  expect(clock.isReady).toBe(false)
})

it('has no error figure if the browser does not report its latency', () => {
  const context = { currentTime: 0, baseLatency: 0.01 }
  const clock = new OutputClock(context)
  clock.observe()
  expect(clock.isReady).toBe(false)
  context.currentTime = 2
  clock.observe()
  expect([clock.isReady, clock.withinMs]).toEqual([true, null])
})
