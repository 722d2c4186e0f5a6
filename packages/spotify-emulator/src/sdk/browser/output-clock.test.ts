import { expect, it } from 'vitest'
import { OutputClock } from './output-clock.js'

/** An output whose account is given by hand: which moment of the graph is heard at which of the page. */
function output({ baseLatency = 0.01 } = {}) {
  const account = { contextTime: 0, performanceTime: 0 }
  const context = {
    currentTime: 0,
    baseLatency,
    outputLatency: 0,
    getOutputTimestamp: () => account,
  }
  const clock = new OutputClock(context)
  /** The graph's moment is heard then, both in seconds. */
  function says(graphSec: number, pageSec: number): void {
    account.contextTime = graphSec
    account.performanceTime = pageSec * 1000
    clock.observe()
  }
  return { clock, context, says }
}

it('is not ready before the first output timestamp', () => {
  const { clock, says } = output()
  says(0, 0)
  expect([clock.isReady, clock.withinMs]).toEqual([false, null])
})

it('converts between graph time and the time at which it is heard', () => {
  const { clock, says } = output()
  says(1, 5)
  expect(clock.heardAtMs(3)).toBeCloseTo(7_000, 6)
  expect(clock.graphSec(7_000)).toBeCloseTo(3, 6)
})

it('ignores a single wrong timestamp, and includes the spread in its error', () => {
  const { clock, says } = output({ baseLatency: 0.01 })
  says(1, 5)
  says(1.1, 5.1)
  says(1.21, 5.2)
  says(1.3, 5.3)
  expect(clock.heardAtMs(2)).toBeCloseTo(6_000, 6)
  expect(clock.withinMs).toBeCloseTo(5 + 10, 6)
})

it('follows two timestamps in a row after a dropout', () => {
  const { clock, says } = output()
  for (const sec of [1, 2, 3]) says(sec, sec + 4)
  says(4, 8.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_000, 6)
  says(5, 9.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_010, 6)
  expect(clock.withinMs).toBeCloseTo(10, 6)
})

it('counts a repeated timestamp once', () => {
  const { clock, says } = output()
  says(1, 5)
  says(2, 6)
  for (let look = 0; look < 10; look += 1) says(3, 7.01)
  expect(clock.heardAtMs(5)).toBeCloseTo(9_000, 6)
})

it('is not ready after a reset', () => {
  const { clock, says } = output()
  says(1, 5)
  clock.reset()
  expect(clock.isReady).toBe(false)
})

it('has no error figure where the browser does not report its latency', () => {
  const context = { currentTime: 0, baseLatency: 0.01 }
  const clock = new OutputClock(context)
  clock.observe()
  expect(clock.isReady).toBe(false)
  context.currentTime = 2
  clock.observe()
  expect([clock.isReady, clock.withinMs]).toEqual([true, null])
})
