import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OutputClock } from './output-clock.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Advances the page's clock to `sec`. It cannot go back. */
const setPageSec = (sec: number): void => void vi.advanceTimersByTime(sec * 1000 - performance.now())

/** Returns how old the graph's time is in Firefox: up to 20 ms, in a fixed pattern. */
const staleSec = (reading: number): number => ((reading * 7) % 11) / 500

/**
 * An output like that of Firefox. Its timestamp subtracts the latency from both times, so their difference does not
 * contain the latency. Like Firefox, it keeps the first latency that is read.
 * @param oldSec returns by how much a reading of the graph's time is too old
 */
function firefoxOutput({
  latencySec = 0.06,
  firstLatencySec = 0.027,
  oldSec = (_reading: number): number => 0,
  readingsPerSec = 10,
} = {}) {
  let latency: number | null = null
  let stale = 0
  const context = {
    currentTime: 0,
    baseLatency: 0,
    get outputLatency() {
      latency ??= (context.currentTime < 1 ? firstLatencySec : latencySec) - stale
      return latency
    },
    getOutputTimestamp: () => ({
      contextTime: context.currentTime - context.outputLatency,
      performanceTime: performance.now() - context.outputLatency * 1000,
    }),
  }
  const clock = new OutputClock(context, 1.5)
  /**
   * The number of readings so far. `runUntil` reads the clock `readingsPerSec` times a second, and the graph starts at
   * second 10 of the page's clock.
   */
  let reading = 0
  let lostSec = 0
  function runUntil(graphSec: number, firstPattern = 0): void {
    while (reading < graphSec * readingsPerSec) {
      reading += 1
      setPageSec(10 + reading / readingsPerSec)
      stale = staleSec(reading + firstPattern)
      context.currentTime = reading / readingsPerSec - stale - lostSec - oldSec(reading)
      clock.observe()
    }
  }
  /** Stops the graph for `sec` seconds, as a busy machine does. */
  const lose = (sec: number): void => void (lostSec += sec)
  return { clock, runUntil, lose, context }
}

/** Adds the delay that the graph has measured itself, as if two other graphs had measured the same. */
function confirm(clock: OutputClock): void {
  const delaySec = clock.delaySec ?? 0
  clock.addDelay(delaySec)
  clock.addDelay(delaySec)
}

it('M7 adds the latency that Firefox subtracts from both times of its timestamps', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  // The graph began at 10 s of the page's clock and has a latency of 60 ms. So its second 7 is audible at 17.060 s.
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
  confirm(clock)
  expect(clock.withinMs).toBeLessThan(15)
  // The error is about 13 ms: half the spread of the readings (8 ms) and the error of the latency (5 ms).
  expect(clock.withinMs).toBeGreaterThan(12)
})

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'M7 reads the latency of Firefox together with the time of the graph, at moment %i of its pattern',
  (moment) => {
    const { clock, runUntil } = firefoxOutput({ latencySec: 0.06 })
    runUntil(9, moment)
    expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
  },
)

it('M7 does not read the latency of Firefox while the graph stutters', () => {
  const { clock, runUntil, lose } = firefoxOutput({ latencySec: 0.06 })
  for (let tenth = 1; tenth <= 40; tenth += 1) {
    runUntil(tenth / 10)
    lose(0.005)
  }
  expect(clock.delaySec).toBeNull()
  runUntil(9)
  confirm(clock)
  expect(clock.withinMs).toBeLessThan(15)
  expect(Math.abs(clock.audibleAtMs(7) - 17_260)).toBeLessThan(3)
})

it('M7 keeps the latency of Firefox when the graph loses time just after it was read', () => {
  const { clock, runUntil, lose } = firefoxOutput({ latencySec: 0.06 })
  runUntil(2)
  lose(0.25)
  runUntil(8)
  expect(Math.abs(clock.audibleAtMs(7) - 17_310)).toBeLessThan(3)
})

it('M7 keeps the latency of Firefox when the graph starts again', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  clock.reset()
  expect(clock.isReady).toBe(false)
  runUntil(8)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
})

it('does not read the latency of Firefox too early, because Firefox would keep the wrong one', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.06, firstLatencySec: 0.027 })
  runUntil(1.4)
  expect([clock.isReady, clock.withinMs]).toEqual([true, null])
  runUntil(6)
  expect(clock.audibleAtMs(7)).toBeGreaterThan(17_050)
})

it('M11 has no figure in Firefox until two other graphs have measured about the same delay', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  const delaySec = clock.delaySec ?? 0
  clock.addDelay(delaySec)
  expect([clock.needsDelay, clock.withinMs]).toEqual([true, null])
  clock.addDelay(delaySec + 0.004)
  expect(clock.needsDelay).toBe(true)
  expect(clock.withinMs).toBeLessThan(15)
  clock.addDelay(delaySec + 0.002)
  expect(clock.needsDelay).toBe(false)
})

it('M11 replaces a latency of Firefox that was read wrong, and has a figure when two measurements agree', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.108 })
  runUntil(6)
  const rightSec = (clock.delaySec ?? 0) - 0.048
  clock.addDelay(rightSec)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
  expect(clock.withinMs).toBeNull()
  runUntil(8)
  clock.addDelay(rightSec - 0.003)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(5)
  expect(clock.withinMs).toBeLessThan(15)
})

it('M11 uses the mean of two measurements in Firefox that differ a little, until a third one decides', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.076 })
  runUntil(6)
  const wrongSec = clock.delaySec ?? 0
  clock.addDelay(wrongSec)
  clock.addDelay(wrongSec - 0.016)
  expect(Math.abs(clock.audibleAtMs(7) - 17_068)).toBeLessThan(2)
  expect([clock.needsDelay, clock.withinMs]).toEqual([true, null])
  clock.addDelay(wrongSec - 0.015)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
  expect(clock.withinMs).toBeLessThan(15)
})

it('M11 does not use the latency of the first graph in Firefox if a second one has measured the delay', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.069 })
  runUntil(6)
  clock.addDelay((clock.delaySec ?? 0) - 0.009)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
})

it('M7 measures the delay of Firefox exactly although one reading is old, because the page was busy', () => {
  // The latency is read soon after second 1.5, which is reading 75.
  for (let old = 70; old < 110; old += 1) {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    const oldSec = (reading: number) => (reading === old ? 0.012 : 0)
    const { clock, runUntil } = firefoxOutput({ latencySec: 0.06, readingsPerSec: 50, oldSec })
    runUntil(6)
    expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(2)
  }
})

it('M7 waits a second after lost sound until it reads the latency of Firefox', () => {
  const { clock, runUntil, lose } = firefoxOutput({ latencySec: 0.06, readingsPerSec: 50 })
  runUntil(1.3)
  lose(0.05)
  runUntil(2.6)
  expect(clock.delaySec).toBeNull()
  runUntil(4)
  expect(clock.delaySec).not.toBeNull()
})

it('M7 counts readings at the same moment once, as when timers have waited for a busy page', () => {
  const { clock, runUntil, context } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  setPageSec(16.08)
  clock.observe()
  setPageSec(16.082)
  clock.observe()
  expect(context.currentTime).toBeLessThan(6)
  expect(Math.abs(clock.audibleAtMs(7) - 17_060)).toBeLessThan(3)
})

it('M11 uses a measurement at once when the output may have changed, also if it differs only a little', () => {
  const { clock, runUntil } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  confirm(clock)
  clock.doubtDelay()
  clock.addDelay((clock.delaySec ?? 0) + 0.016)
  expect(Math.abs(clock.audibleAtMs(7) - 17_076)).toBeLessThan(2)
})

it.each([
  ['starts again', ({ clock }: ReturnType<typeof firefoxOutput>) => clock.reset()],
  ['jumps', ({ lose }: ReturnType<typeof firefoxOutput>) => lose(0.3)],
  ['gets another list of devices', ({ clock }: ReturnType<typeof firefoxOutput>) => clock.doubtDelay()],
])('M11 has no figure in Firefox when the graph %s, until the delay is measured again', (_, change) => {
  const firefox = firefoxOutput({ latencySec: 0.06 })
  const { clock, runUntil } = firefox
  runUntil(6)
  const delaySec = clock.delaySec ?? 0
  confirm(clock)
  expect(clock.withinMs).not.toBeNull()
  change(firefox)
  runUntil(9)
  expect([clock.needsDelay, clock.withinMs]).toEqual([true, null])
  clock.addDelay(delaySec)
  expect(clock.withinMs).not.toBeNull()
})

it('keeps the figure in Firefox after a short stutter', () => {
  const { clock, runUntil, lose } = firefoxOutput({ latencySec: 0.06 })
  runUntil(6)
  confirm(clock)
  lose(0.05)
  runUntil(9)
  expect(clock.withinMs).not.toBeNull()
})
