import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioGraph } from '../audio-graph.js'

const latencySec = 0.06
const lostSec = 0.016
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** Returns a number from 0 to 1 that looks random. The same arguments give the same number. */
const noise = (seed: number, index: number): number =>
  Math.abs(Math.sin(seed * 78.233 + index * 12.9898) * 43_758.5453) % 1

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('navigator', { userAgent: 'Firefox/145.0', mediaDevices: new EventTarget() })
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * Opens a graph like that of Firefox: each reading of its time is up to 26 ms old, as recorded in Firefox ESR 153.
 * `lose` stops the graph for 16 ms, as a busy machine does.
 */
function openGraph(seed: number, updateEveryMs: number) {
  const startMs = performance.now()
  let lost = 0
  const heardSec = () => (performance.now() - startMs) / 1000 - lost - latencySec
  class Context extends EventTarget {
    destination = {}
    state = 'running'
    sampleRate = 48_000
    #staleSec = () => 0.026 * noise(seed, Math.floor(performance.now() / 10))
    get currentTime() {
      return Math.max(0, heardSec() + latencySec - this.#staleSec())
    }
    /** Firefox keeps the first value that is read. */
    #latencySec: number | null = null
    get outputLatency() {
      this.#latencySec ??= latencySec - this.#staleSec()
      return this.#latencySec
    }
    getOutputTimestamp() {
      const { currentTime, outputLatency } = this
      return {
        contextTime: currentTime - outputLatency,
        performanceTime: performance.now() - outputLatency * 1000,
      }
    }
    close = () => Promise.resolve()
  }
  class Node {
    connect() {}
    start() {}
  }
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('GainNode', Node)
  vi.stubGlobal('ConstantSourceNode', Node)
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  const { clock } = graph.open()
  let updatedMs = 0
  const pass = async (ms: number, look = () => {}) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      if (performance.now() - updatedMs >= updateEveryMs) {
        graph.observe()
        updatedMs = performance.now()
      }
      await vi.advanceTimersByTimeAsync(100)
      look()
    }
  }
  /** Returns by how many milliseconds the clock is wrong. */
  const errorMs = () => clock.audibleAtMs(heardSec()) - performance.now()
  return { clock, pass, errorMs, lose: () => void (lost += lostSec) }
}

/**
 * Returns after how many milliseconds the clock has followed a loss of 16 ms, within 5 ms and for at least a second. Its
 * error before the loss is that of the measured delay, and is not counted.
 */
async function followedMs(seed: number, updateEveryMs: number): Promise<number> {
  const { pass, errorMs, lose } = openGraph(seed, updateEveryMs)
  await pass(30_000)
  const before: number[] = []
  await pass(5_000, () => void before.push(errorMs()))
  const usualMs = before.reduce((sum, each) => sum + each, 0) / before.length
  lose()
  const lostAtMs = performance.now()
  let followedAtMs: number | null = null
  while (followedAtMs === null || performance.now() - followedAtMs < 1_000)
    await pass(100, () => {
      const isRight = Math.abs(errorMs() - usualMs) < 5
      followedAtMs = isRight ? (followedAtMs ?? performance.now()) : null
    })
  return followedAtMs - lostAtMs
}

it.each([
  ['plays', 100, 1_900],
  ['plays in a hidden page', 500, 4_000],
])('M7 follows 16 ms of lost sound soon when the graph of Firefox %s', async (_, updateEveryMs, withinMs) => {
  const times: number[] = []
  for (const seed of seeds) times.push(await followedMs(seed, updateEveryMs))
  expect(Math.max(...times)).toBeLessThanOrEqual(withinMs)
})

it('reads the clock of a steady graph rarely', async () => {
  const { clock, pass } = openGraph(1, 100)
  await pass(30_000)
  const observe = vi.spyOn(clock, 'observe')
  await pass(60_000)
  expect(observe.mock.calls.length).toBeLessThan(1_200)
})
