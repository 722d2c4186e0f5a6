/**
 * What a reading of the clock is based on, the best first.
 * - `stamp`: an output timestamp of the browser.
 * - `latency`: the time of the graph minus the latency that the browser reports.
 * - `guess`: the time of the graph minus a guessed latency, because the browser does not know its latency (yet).
 * @typedef {'stamp' | 'latency' | 'guess'} Basis
 */

/**
 * How many readings the clock keeps, and the difference from their middle in seconds at which two readings in a row are
 * a sudden change of the output. The time of the graph moves in steps of up to 20 ms, so single readings of it differ,
 * and their middle needs more of them.
 */
const stampReadings = { count: 7, stepSec: 0.003 }
const graphReadings = { count: 41, stepSec: 0.03 }
const readingsOfStep = 2
/** The time of the graph at the moment when the latency is read is compared with this many readings after it. */
const readingsAfterLatency = 25
const keptLatencies = 7
/** Fewer readings of the graph's time than these are not exact. */
const enoughReadings = 20
/** An output is steady if the newest readings differ from the middle by less than this many seconds. */
const steadyReadings = 12
const steadySec = 0.014

/** A timestamp further in the future or in the past is wrong: WebKitGTK adds the time of the graph to it. */
const latestStampMs = 50
const earliestStampMs = -1000

/** The reported latency of Firefox is right to this many seconds. */
const latencyErrorSec = 0.005
/** The latency of an output that does not report it, in seconds. */
const guessedLatencySec = 0.04
/** The same for WebKitGTK, which was measured at 16 to 97 ms. */
const webKitLatencySec = 0.065

/** Returns the value at a part of the sorted values. @param {number[]} values @param {number} part from 0 to 1 */
const quantileOf = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part + 0.5)] ?? 0

/** Returns the median. @param {number[]} values */
const medianOf = (values) => quantileOf(values, 0.5)

/** Returns the mean of the middle part of the values, which is steadier than the median. @param {number[]} values */
function middleOf(values) {
  const left = Math.floor(values.length / 5)
  const middle = values.toSorted((a, b) => a - b).slice(left, values.length - left)
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length)
}

/**
 * Adds a reading to others and drops old ones. If the newest readings differ from the earlier ones, these are wrong,
 * because after an interruption the sound is heard later.
 * @param {number[]} readings
 * @param {number} reading
 * @param {{ count: number, stepSec: number }} limits
 */
function withReading(readings, reading, { count, stepSec }) {
  const all = [...readings, reading].slice(-count)
  const before = medianOf(readings)
  const newest = all.slice(-readingsOfStep)
  const isStep = newest.length === readingsOfStep && newest.every((each) => Math.abs(each - before) > stepSec)
  return isStep ? newest : all
}

/**
 * The part of an `AudioContext` that the clock reads. Older browsers lack the last two members.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} OutputContext
 */

/** @typedef {{ contextTime: number, performanceTime: number }} OutputStamp in seconds and in milliseconds */

/**
 * Converts between the time of an audio graph and the time at which people hear it (`performance.now`). It uses
 * what the browser reports about its output, as far as that can be true.
 */
export class OutputClock {
  #context
  #latencyAfterSec
  /** @type {Basis} */
  #basis = 'guess'
  /** Heard graph time minus page time by output timestamps, in seconds. @type {number[]} */
  #stamps = []
  /** The graph's own time minus page time, in seconds. @type {number[]} */
  #graphOffsets = []
  /**
   * How long after the middle of the graph's own time a moment is heard, in seconds, by each latency that was read.
   * @type {number[]}
   */
  #delaysSec = []
  #latencySec = 0
  /** Heard graph time minus page time when the latency was read. */
  #offsetOfLatency = 0
  #readingsSinceLatency = 0
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
    const { currentTime } = this.#context
    const graphOffsetSec = currentTime - performance.now() / 1000
    const mayReadLatency = this.#mayReadLatency(graphOffsetSec)
    const stamp = mayReadLatency ? this.#readStamp() : null
    if (stamp !== null && !this.#isLatencyCancelled(stamp)) return this.#addStamp(stamp)
    if (currentTime <= 0 || (stamp !== null && this.#isOld(stamp))) return
    const { length } = this.#graphOffsets
    this.#graphOffsets = withReading(this.#graphOffsets, graphOffsetSec, graphReadings)
    // After a sudden change, the latency that was read before says nothing about the new readings.
    if (this.#graphOffsets.length < length) this.#readingsSinceLatency = readingsAfterLatency
    if (mayReadLatency) this.#addLatency(graphOffsetSec)
    this.#basis = this.#delaysSec.length > 0 ? 'latency' : 'guess'
  }

  /** Removes the readings, because they are wrong after the graph stopped. The delay of the output stays. */
  reset() {
    this.#stamps = []
    this.#graphOffsets = []
    this.#readingsSinceLatency = readingsAfterLatency
    this.#trustsStamps = true
  }

  get isReady() {
    return this.#stamps.length > 0 || this.#graphOffsets.length > 0
  }

  /** Whether the clock is not exact yet, because it needs many readings in this browser. */
  get needsReadings() {
    return this.#basis !== 'stamp' && this.#graphOffsets.length < enoughReadings
  }

  /**
   * Returns when people hear a moment of the graph's time, in milliseconds of the page's clock. @param {number}
   * contextSec
   */
  heardAtMs(contextSec) {
    return (contextSec - this.#offsetSec) * 1000
  }

  /** Returns the moment of the graph's time that people hear then. @param {number} pageMs */
  graphSec(pageMs) {
    return pageMs / 1000 + this.#offsetSec
  }

  /**
   * The error of this clock in ± milliseconds: the spread of the offsets, and what the browser does not report.
   * Null if the browser does not know the latency of its output.
   */
  get withinMs() {
    if (!this.isReady || this.#basis === 'guess') return null
    if (this.#basis === 'latency') {
      const spreadSec = quantileOf(this.#graphOffsets, 0.9) - quantileOf(this.#graphOffsets, 0.1)
      return (spreadSec / 2 + latencyErrorSec) * 1000
    }
    const spreadSec = (Math.max(...this.#stamps) - Math.min(...this.#stamps)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** Heard graph time minus page time, in seconds. */
  get #offsetSec() {
    if (this.#basis === 'stamp') return medianOf(this.#stamps)
    const delaySec =
      this.#basis === 'latency'
        ? medianOf(this.#delaysSec)
        : Math.max(this.#context.baseLatency || 0, this.#trustsStamps ? guessedLatencySec : webKitLatencySec)
    return middleOf(this.#graphOffsets) - delaySec
  }

  /**
   * Whether the output is steady enough to read a latency that the browser then keeps. Output timestamps contain the
   * latency too.
   * @param {number} graphOffsetSec
   */
  #mayReadLatency(graphOffsetSec) {
    if (this.#latencyAfterSec === 0 || this.#latencySec > 0) return true
    if (this.needsReadings || this.#context.currentTime < this.#latencyAfterSec) return false
    const middle = middleOf(this.#graphOffsets)
    const newest = [...this.#graphOffsets.slice(-steadyReadings), graphOffsetSec]
    return newest.every((each) => Math.abs(each - middle) < steadySec)
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
   * Firefox subtracts its latency from both times of a timestamp, so their difference does not contain it.
   * @param {OutputStamp} stamp
   */
  #isLatencyCancelled({ contextTime }) {
    const { currentTime, outputLatency = 0 } = this.#context
    return outputLatency > 0 && Math.abs(currentTime - outputLatency - contextTime) < 1e-6
  }

  /** Returns whether a timestamp was read before, or is the last one of a graph that stopped. @param {OutputStamp} stamp */
  #isOld({ contextTime, performanceTime }) {
    return contextTime === this.#lastStampSec || performanceTime - performance.now() < earliestStampMs
  }

  /** @param {OutputStamp} stamp */
  #addStamp(stamp) {
    if (this.#isOld(stamp)) return
    this.#lastStampSec = stamp.contextTime
    this.#stamps = withReading(this.#stamps, stamp.contextTime - stamp.performanceTime / 1000, stampReadings)
    this.#basis = 'stamp'
  }

  /**
   * Compares the latency with the time of the graph at the same moment. Both move by up to 20 ms with every block, so
   * their difference is exact, but a latency that was read at another moment is not. Firefox reads its latency only
   * once.
   * @param {number} graphOffsetSec
   */
  #addLatency(graphOffsetSec) {
    const latencySec = this.#context.outputLatency || 0
    if (latencySec <= 0) return
    const isNew = latencySec !== this.#latencySec
    if (!isNew && this.#readingsSinceLatency >= readingsAfterLatency) return
    if (isNew) {
      this.#latencySec = latencySec
      this.#offsetOfLatency = graphOffsetSec - latencySec - (this.#context.baseLatency || 0)
      this.#readingsSinceLatency = 0
    }
    this.#readingsSinceLatency += 1
    const delaySec = middleOf(this.#graphOffsets) - this.#offsetOfLatency
    const earlier = isNew ? this.#delaysSec : this.#delaysSec.slice(0, -1)
    const isOther = Math.abs(delaySec - medianOf(earlier)) > graphReadings.stepSec
    this.#delaysSec = [...(isOther ? [] : earlier), delaySec].slice(-keptLatencies)
  }
}
