import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioGraph } from '../audio-graph.js'
import { storedDelayKey } from './stored-delay.js'

/** The graphs that measured the delay: the time when each was opened, and its sample rate. */
let measured: { atMs: number; sampleRate: number }[] = []
/** The latency in seconds that each new graph reports. */
let latencySec = () => 0.06
const devices = new EventTarget()

/** A fake audio context of Firefox, which reports its latency but no useful timestamps. */
class Context extends EventTarget {
  destination = {}
  state = 'running'
  sampleRate
  outputLatency = latencySec()
  lostSec = 0
  #startMs = performance.now()
  constructor({ sampleRate }: { sampleRate?: number }) {
    super()
    this.sampleRate = sampleRate ?? 48_000
    if (sampleRate !== undefined) measured.push({ atMs: performance.now(), sampleRate })
  }
  get currentTime() {
    return (performance.now() - this.#startMs) / 1000 - this.lostSec
  }
  getOutputTimestamp() {
    const contextTime = this.currentTime - this.outputLatency
    return { contextTime, performanceTime: performance.now() - this.outputLatency * 1000 }
  }
  close = () => Promise.resolve()
}
class Node {
  connect() {}
  start() {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('GainNode', Node)
  vi.stubGlobal('ConstantSourceNode', Node)
  vi.stubGlobal('navigator', { userAgent: 'Firefox/145.0', mediaDevices: devices })
  measured = []
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates a running graph. `pass` advances the time, and observes the graph ten times a second. */
function openGraph() {
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  const { clock, context } = graph.open()
  const pass = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      graph.observe()
      await vi.advanceTimersByTimeAsync(100)
    }
  }
  return { graph, clock, pass, context: context as unknown as Context }
}

/** Lets a graph run for three minutes. Two measurements of its delay never agree. */
async function playing() {
  let graphs = 0
  latencySec = () => 0.06 + 0.02 * graphs++
  const opened = openGraph()
  await opened.pass(180_000)
  return opened
}

/** Returns the times between two measurements, in seconds. */
const pausesSec = () =>
  measured.slice(1).map(({ atMs }, index) => (atMs - (measured[index]?.atMs ?? 0)) / 1000)

it('M11 measures the delay of Firefox less and less often while two measurements differ', async () => {
  await playing()
  const pauses = pausesSec()
  expect(pauses[0]).toBeLessThan(4)
  expect(pauses.at(-1)).toBeGreaterThan(30)
  expect(pauses.at(-1)).toBeLessThan(35)
  expect(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0) - 0.2)).toBe(true)
  expect(measured.length).toBeLessThan(14)
})

it('M11 starts to measure the delay of Firefox as soon as its graph runs', async () => {
  latencySec = () => 0.06
  const { clock, pass } = openGraph()
  await pass(200)
  expect(measured).toHaveLength(1)
  await pass(5_000)
  expect(clock.withinMs).not.toBeNull()
})

it('M11 uses only second graphs for the delay of Firefox, because the graph of the song is busy when it starts', async () => {
  let graphs = 0
  latencySec = () => (graphs++ === 0 ? 0.02 : 0.06)
  const { clock, pass, context } = openGraph()
  const used = new Set<number>()
  for (let tenth = 0; tenth < 100; tenth += 1) {
    await pass(100)
    used.add(Math.round(clock.audibleAtMs(context.currentTime) - performance.now()))
  }
  expect([...used]).toEqual([40, 60])
})

/** The page's clock advances by a minute, and neither the graph nor a timer runs. */
function sleepForMinute(context: Context): void {
  const awakeNow = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => awakeNow() + 60_000)
  context.lostSec += 60
}

it.each([
  ['the list of devices changes', () => void devices.dispatchEvent(new Event('devicechange'))],
  ['the device slept', sleepForMinute],
  ['the time of the graph jumps', (context: Context) => void (context.lostSec += 0.5)],
  ['the graph was interrupted', (context: Context) => void context.dispatchEvent(new Event('statechange'))],
])('M11 measures the delay of Firefox soon when %s', async (_, change) => {
  const { pass, context } = await playing()
  const { length } = measured
  change(context)
  await pass(8_000)
  expect(measured.length).toBeGreaterThanOrEqual(length + 2)
})

it('M11 measures the delay of Firefox again after a jump in two steps', async () => {
  latencySec = () => 0.06
  const { clock, pass, context } = openGraph()
  await pass(10_000)
  expect(clock.withinMs).not.toBeNull()
  context.lostSec += 0.06
  await pass(300)
  expect(clock.withinMs).not.toBeNull()
  context.lostSec += 0.06
  await pass(300)
  expect(clock.withinMs).toBeNull()
  await pass(5_000)
  expect(clock.withinMs).not.toBeNull()
})

it('M11 finds the delay of an output to which the sound moves some seconds after the list of devices changed', async () => {
  latencySec = () => 0.06
  const { clock, pass, context } = openGraph()
  await pass(10_000)
  devices.dispatchEvent(new Event('devicechange'))
  await pass(3_000)
  latencySec = () => 0.2
  await pass(10_000)
  expect(clock.audibleAtMs(context.currentTime) - performance.now()).toBeCloseTo(200, 0)
  expect(clock.withinMs).not.toBeNull()
})

it('M11 does not use a measurement during which the output may have changed', async () => {
  latencySec = () => 0.06
  const { clock, pass } = openGraph()
  await pass(10_000)
  expect(clock.withinMs).not.toBeNull()
  devices.dispatchEvent(new Event('devicechange'))
  await pass(1_000)
  devices.dispatchEvent(new Event('devicechange'))
  await pass(1_800)
  expect(clock.withinMs).toBeNull()
  await pass(5_000)
  expect(clock.withinMs).not.toBeNull()
})

it('M11 opens graphs with only a few sample rates, and never twice the same in a row', async () => {
  const { pass } = await playing()
  for (let change = 0; change < 20; change += 1) {
    devices.dispatchEvent(new Event('devicechange'))
    await pass(5_000)
  }
  const rates = measured.map(({ sampleRate }) => sampleRate)
  expect(rates.length).toBeGreaterThan(20)
  expect(Math.min(...rates)).toBe(47_990)
  expect(Math.max(...rates)).toBe(47_999)
  expect(rates.every((rate, index) => rate !== rates[index - 1])).toBe(true)
})

it('M11 begins in the next page with the delay that was measured last', async () => {
  latencySec = () => 0.18
  const first = openGraph()
  await first.pass(10_000)
  first.graph.close()

  const { clock, pass, context } = openGraph()
  await pass(500)
  expect(clock.withinMs).toBeNull()
  expect(clock.audibleAtMs(context.currentTime) - performance.now()).toBeCloseTo(180, 0)
})

it('M11 ignores a stored delay that is impossible, and plays where the browser stores nothing', async () => {
  localStorage.setItem(storedDelayKey, '99')
  const { clock, pass, context } = openGraph()
  await pass(500)
  expect(clock.audibleAtMs(context.currentTime) - performance.now()).toBeCloseTo(40, 0)

  vi.stubGlobal('localStorage', undefined)
  const other = openGraph()
  await other.pass(10_000)
  expect(other.clock.withinMs).not.toBeNull()
})
