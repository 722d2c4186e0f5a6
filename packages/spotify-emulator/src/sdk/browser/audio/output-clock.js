const offsetCount = 7
/**
 * If this many offsets in a row differ from the median by more than `stepSec`, the delay of the output has
 * changed suddenly.
 */
const offsetsOfStep = 2
const stepSec = 0.003

/** Returns the median. @param {number[]} values */
const medianOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * The part of an `AudioContext` that the clock reads. Older browsers lack the last two members.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} OutputContext
 */

/**
 * Converts between the time of an audio graph and the time at which people hear it (`performance.now`). The
 * browser's output timestamps are used, because they include the latency of the device.
 */
export class OutputClock {
  #context
  /** Graph time minus page time, in seconds. @type {number[]} */
  #offsets = []
  #lastStampSec = 0

  /** @param {OutputContext} context */
  constructor(context) {
    this.#context = context
  }

  /** Reads the output timestamp of the browser. Call this from time to time. */
  observe() {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp?.() ?? {}
    if (contextTime > 0 && performanceTime > 0) {
      if (contextTime === this.#lastStampSec) return
      this.#lastStampSec = contextTime
      this.#addOffset(contextTime - performanceTime / 1000)
    } else if (this.#context.currentTime > 0) {
      const latencySec = this.#context.outputLatency || this.#context.baseLatency || 0
      this.#addOffset(this.#context.currentTime - latencySec - performance.now() / 1000)
    }
  }

  /** Removes the offsets, because they are wrong after the graph stopped. */
  reset() {
    this.#offsets = []
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
   * The error of this clock in ± milliseconds: the spread of the offsets plus the buffer of the device. Null if
   * the browser does not report its output latency.
   */
  get withinMs() {
    const reportsLatency =
      this.#context.getOutputTimestamp !== undefined || this.#context.outputLatency !== undefined
    if (!reportsLatency || !this.isReady) return null
    const spreadSec = (Math.max(...this.#offsets) - Math.min(...this.#offsets)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** Adds an offset and drops old ones. @param {number} offsetSec */
  #addOffset(offsetSec) {
    const before = medianOf(this.#offsets)
    this.#offsets = [...this.#offsets, offsetSec].slice(-offsetCount)
    // If the newest offsets differ, the older ones are wrong, because after an interruption the sound is heard
    // later.
    const newest = this.#offsets.slice(-offsetsOfStep)
    const isStep = newest.every((each) => Math.abs(each - before) > stepSec)
    if (isStep && newest.length === offsetsOfStep) this.#offsets = newest
  }
}
