/**
 * What a reading of the clock is based on, the best first.
 * - `stamp`: an output timestamp of the browser.
 * - `latency`: the time of the graph minus the latency that the browser reports.
 * - `guess`: the time of the graph minus a guessed latency, because the browser does not know its latency (yet).
 * @typedef {'stamp' | 'latency' | 'guess'} Basis
 */

/**
 * How many readings the clock keeps for each basis, and the difference from their median in seconds at which two
 * readings in a row are a sudden change of the output. The time of the graph moves in steps of up to 20 ms, so
 * single readings of it differ, and their median needs more of them.
 * @type {Readonly<Record<Basis, { count: number, stepSec: number }>>}
 */
const readingsOf = {
  stamp: { count: 7, stepSec: 0.003 },
  latency: { count: 41, stepSec: 0.03 },
  guess: { count: 41, stepSec: 0.03 },
}
const readingsOfStep = 2

/** A timestamp further in the future or in the past is wrong: WebKitGTK adds the time of the graph to it. */
const latestStampMs = 50
const earliestStampMs = -1000

/** Firefox reports a latency that is right to this many seconds. */
const latencyErrorSec = 0.005
/** The latency of an output that does not report it, in seconds. */
const guessedLatencySec = 0.04

/** Returns the value at a part of the sorted values. @param {number[]} values @param {number} part from 0 to 1 */
const quantileOf = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part + 0.5)] ?? 0

/** Returns the median. @param {number[]} values */
const medianOf = (values) => quantileOf(values, 0.5)

/**
 * The part of an `AudioContext` that the clock reads. Older browsers lack the last two members.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} OutputContext
 */

/**
 * Converts between the time of an audio graph and the time at which people hear it (`performance.now`). It uses
 * what the browser reports about its output, as far as that can be true.
 */
export class OutputClock {
  #context
  #latencyAfterSec
  /** @type {Basis} */
  #basis = 'guess'
  /** Graph time minus page time, in seconds. @type {number[]} */
  #offsets = []
  #lastStampSec = 0
  #trustsStamps = true

  /**
   * @param {OutputContext} context
   * @param {number} latencyAfterSec the graph time from which the latency may be read. Firefox keeps the first
   *   latency that is read, and it is right only after about a second.
   */
  constructor(context, latencyAfterSec = 0) {
    this.#context = context
    this.#latencyAfterSec = latencyAfterSec
  }

  /** Reads the output of the browser. Call this from time to time. */
  observe() {
    const { currentTime, baseLatency } = this.#context
    const nowSec = performance.now() / 1000
    if (currentTime > 0 && currentTime < this.#latencyAfterSec)
      return this.#addOffset('guess', currentTime - guessedLatencySec - nowSec)
    const stamp = this.#readStamp()
    if (stamp !== null) return this.#addStamp(stamp)
    if (currentTime <= 0) return
    const latencySec = this.#context.outputLatency || 0
    if (latencySec > 0) this.#addOffset('latency', currentTime - latencySec - (baseLatency || 0) - nowSec)
    else this.#addOffset('guess', currentTime - Math.max(baseLatency || 0, guessedLatencySec) - nowSec)
  }

  /** Removes the offsets, because they are wrong after the graph stopped. */
  reset() {
    this.#offsets = []
    this.#trustsStamps = true
  }

  get isReady() {
    return this.#offsets.length > 0
  }

  /**
   * Returns when people hear a moment of the graph's time, in milliseconds of the page's clock. @param {number}
   * contextSec
   */
  heardAtMs(contextSec) {
    return (contextSec - medianOf(this.#offsets)) * 1000
  }

  /** Returns the moment of the graph's time that people hear then. @param {number} pageMs */
  graphSec(pageMs) {
    return pageMs / 1000 + medianOf(this.#offsets)
  }

  /**
   * The error of this clock in ± milliseconds: the spread of the offsets, and what the browser does not report.
   * Null if the browser does not know the latency of its output.
   */
  get withinMs() {
    if (!this.isReady || this.#basis === 'guess') return null
    if (this.#basis === 'latency') {
      const spreadSec = quantileOf(this.#offsets, 0.75) - quantileOf(this.#offsets, 0.25)
      return (spreadSec / 2 + latencyErrorSec) * 1000
    }
    const spreadSec = (Math.max(...this.#offsets) - Math.min(...this.#offsets)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** Returns the output timestamp. Null if the browser has none, or none that can be true. */
  #readStamp() {
    if (!this.#trustsStamps) return null
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp?.() ?? {}
    if (contextTime <= 0 || performanceTime <= 0) return null
    if (performanceTime - performance.now() > latestStampMs) {
      this.#trustsStamps = false
      return null
    }
    return { contextTime, performanceTime }
  }

  /**
   * Adds an output timestamp. Firefox subtracts its latency from both times, so their difference does not
   * contain it: such a timestamp counts as a reading of the latency.
   * @param {{ contextTime: number, performanceTime: number }} stamp
   */
  #addStamp({ contextTime, performanceTime }) {
    if (contextTime === this.#lastStampSec || performanceTime - performance.now() < earliestStampMs) return
    this.#lastStampSec = contextTime
    const { currentTime, outputLatency = 0 } = this.#context
    const isLatencyCancelled = outputLatency > 0 && Math.abs(currentTime - outputLatency - contextTime) < 1e-6
    if (isLatencyCancelled) this.#addOffset('latency', contextTime - performanceTime / 1000 - outputLatency)
    else this.#addOffset('stamp', contextTime - performanceTime / 1000)
  }

  /** Adds an offset and drops old ones. @param {Basis} basis @param {number} offsetSec */
  #addOffset(basis, offsetSec) {
    if (basis !== this.#basis) this.#offsets = []
    this.#basis = basis
    const { count, stepSec } = readingsOf[basis]
    const before = medianOf(this.#offsets)
    this.#offsets = [...this.#offsets, offsetSec].slice(-count)
    // If the newest offsets differ, the older ones are wrong, because after an interruption the sound is heard
    // later.
    const newest = this.#offsets.slice(-readingsOfStep)
    const isStep = newest.every((each) => Math.abs(each - before) > stepSec)
    if (isStep && newest.length === readingsOfStep) this.#offsets = newest
  }
}
