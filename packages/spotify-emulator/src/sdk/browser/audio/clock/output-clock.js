import { medianOf, middleOf, quantileOf, withReading } from './readings.js'

/**
 * What a reading of the clock is based on, the best first.
 * - `stamp`: an output timestamp of the browser.
 * - `latency`: the time of the graph minus the latency that the browser reports.
 * - `guess`: the time of the graph minus a guessed latency, because the browser does not know its latency (yet).
 * @typedef {'stamp' | 'latency' | 'guess'} Basis
 */

/**
 * `count` is how many readings the clock keeps. If two readings in a row differ from the median by more than
 * `stepSec`, the output has changed suddenly. The time of the graph moves in steps of up to 20 ms, so it needs more
 * readings than output timestamps, and its limit is higher.
 */
const stampReadings = { count: 7, stepSec: 0.003 }
const graphReadings = { count: 41, stepSec: 0.03 }
/** With fewer output timestamps, they may agree by chance. */
const steadyStamps = 4
/** After a new latency is read, the delay is calculated again with each of this many readings of the graph's time. */
const readingsAfterLatency = 25
const keptLatencies = 7
/** Two measurements of the delay confirm each other if they differ by less than this many seconds. */
const agreeSec = 0.012
/** If the graph's time jumps by more than this many seconds, Firefox may have opened another output. */
const newOutputSec = 0.1
/** With fewer readings of the graph's time than this, the clock is not exact enough. */
const enoughReadings = 20
/** The output is steady if the newest `steadyReadings` readings differ from the mean by less than `steadySec`. */
const steadyReadings = 12
const steadySec = 0.014

/**
 * A timestamp further in the future is wrong, because WebKitGTK adds the time of the graph to it. A timestamp further
 * in the past is from a graph that has stopped.
 */
const latestStampMs = 50
const earliestStampMs = -1000

/**
 * In Firefox, the latency is read only after this much graph time. Firefox keeps the first value that is read, and
 * that value is right only after about a second.
 */
export const firefoxLatencyAfterSec = 1.5
/** The error of the latency that Firefox reports, in ± seconds. */
const latencyErrorSec = 0.005
/** The assumed latency of an output that does not report it, in seconds. */
const guessedLatencySec = 0.04
/** The assumed latency of WebKitGTK in seconds. The measured values are 0.016 to 0.097. */
const webKitLatencySec = 0.065

/**
 * The part of an `AudioContext` that the clock reads. Older browsers lack the last two members.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} OutputContext
 */

/** @typedef {{ contextTime: number, performanceTime: number }} OutputStamp in seconds and in milliseconds */

/**
 * Converts between the time of an audio graph and the time at which people hear it (`performance.now`). It uses what
 * the browser reports about its output, except values that cannot be true.
 */
export class OutputClock {
  #context
  #latencyAfterSec
  /** @type {Basis} */
  #basis = 'guess'
  /**
   * The time of the graph that people hear minus the time of the page, from output timestamps, in seconds.
   * @type {number[]}
   */
  #stamps = []
  /** The graph's current time minus page time, in seconds. @type {number[]} */
  #graphOffsets = []
  /**
   * The measured delays of the output in seconds, the newest last: the time from the graph's `currentTime` until the
   * sound is heard.
   * @type {number[]}
   */
  #delaysSec = []
  #latencySec = 0
  /** The time of the graph that people hear minus the time of the page, when the latency was read. */
  #offsetOfLatency = 0
  #readingsSinceLatency = 0
  /** Whether two measurements of the delay agree. Only Firefox needs two, because it reads its latency only once. */
  #isConfirmed = false
  /** How often the output may have changed. */
  doubts = 0
  #lastStampSec = 0
  #trustsStamps = true

  /**
   * @param {OutputContext} context
   * @param {number} latencyAfterSec the graph time from which the latency may be read
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
    const before = medianOf(this.#graphOffsets)
    this.#graphOffsets = withReading(this.#graphOffsets, graphOffsetSec, graphReadings)
    if (this.#graphOffsets.length < length) {
      // After a sudden change, the latency that was read before says nothing about the new readings.
      this.#readingsSinceLatency = readingsAfterLatency
      if (Math.abs(graphOffsetSec - before) > newOutputSec) this.doubtDelay()
    }
    if (mayReadLatency) this.#addLatency(graphOffsetSec)
    this.#basis = this.#delaysSec.length > 0 ? 'latency' : 'guess'
  }

  /** Removes the readings, because they are wrong after the graph stopped. The measured delay is kept. */
  reset() {
    this.#stamps = []
    this.#graphOffsets = []
    this.#readingsSinceLatency = readingsAfterLatency
    this.#trustsStamps = true
    this.doubtDelay()
  }

  /** The output may have changed, so its delay must be measured again. Until then the old one is used. */
  doubtDelay() {
    this.#isConfirmed = false
    this.doubts += 1
  }

  /** Whether another graph must measure the delay, because it was not confirmed since the last change (M11). */
  get needsDelay() {
    return this.#latencyAfterSec > 0 && this.#delaysSec.length > 0 && !this.#isConfirmed
  }

  /** The delay in seconds that this clock itself has measured. Null until then. */
  get delaySec() {
    const isMeasured = this.#delaysSec.length > 0 && this.#readingsSinceLatency >= readingsAfterLatency
    return isMeasured ? medianOf(this.#delaysSec) : null
  }

  /**
   * Adds the delay that another graph has measured. It is used at once, and confirmed if it agrees with an earlier
   * measurement. @param {number} delaySec
   */
  addDelay(delaySec) {
    const agreeing = this.#delaysSec.filter((each) => Math.abs(each - delaySec) < agreeSec)
    this.#isConfirmed = agreeing.length > 0
    this.#delaysSec = [...agreeing, delaySec].slice(-keptLatencies)
    this.#readingsSinceLatency = readingsAfterLatency
  }

  get isReady() {
    return this.#stamps.length > 0 || this.#graphOffsets.length > 0
  }

  /**
   * Whether the readings agree. While a graph starts, its first output timestamps can differ by a tenth of a second, and
   * sound that is scheduled with them is late.
   */
  get isSteady() {
    if (this.#basis !== 'stamp') return this.#graphOffsets.length >= enoughReadings
    const { length } = this.#stamps
    return (
      length >= steadyStamps && Math.max(...this.#stamps) - Math.min(...this.#stamps) < stampReadings.stepSec
    )
  }

  /**
   * Whether the clock needs more readings: because this browser needs many, or because the newest output timestamp does not
   * fit the others, so the output has perhaps changed.
   */
  get needsReadings() {
    if (this.#basis !== 'stamp') return this.#graphOffsets.length < enoughReadings
    const newest = this.#stamps.at(-1) ?? 0
    return Math.abs(newest - medianOf(this.#stamps)) > stampReadings.stepSec
  }

  /**
   * Returns when people hear a moment of the graph's time, in milliseconds of the page's clock.
   * @param {number} contextSec
   */
  heardAtMs(contextSec) {
    return (contextSec - this.#offsetSec) * 1000
  }

  /** Returns which moment of the graph, in seconds, people hear at `pageMs` of the page. @param {number} pageMs */
  graphSec(pageMs) {
    return pageMs / 1000 + this.#offsetSec
  }

  /**
   * By how many milliseconds this clock may be wrong in each direction: half the spread of the offsets, plus the
   * possible error of what the browser reports. Null if the browser does not know the latency of its output, or it is
   * not measured (again) yet.
   */
  get withinMs() {
    if (!this.isReady || this.#basis === 'guess' || this.needsDelay) return null
    if (this.#basis === 'latency') {
      const spreadSec = quantileOf(this.#graphOffsets, 0.9) - quantileOf(this.#graphOffsets, 0.1)
      return (spreadSec / 2 + latencyErrorSec) * 1000
    }
    if (this.#stamps.length < steadyStamps) return null
    const spreadSec = (Math.max(...this.#stamps) - Math.min(...this.#stamps)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** The time of the graph that people hear minus the time of the page, in seconds. */
  get #offsetSec() {
    if (this.#basis === 'stamp') return medianOf(this.#stamps)
    const delaySec =
      this.#basis === 'latency'
        ? medianOf(this.#delaysSec)
        : Math.max(this.#context.baseLatency || 0, this.#trustsStamps ? guessedLatencySec : webKitLatencySec)
    return middleOf(this.#graphOffsets) - delaySec
  }

  /**
   * Returns whether the output is steady enough to read the latency, because Firefox keeps the first value that is
   * read. This also applies to output timestamps, because they contain the latency.
   * @param {number} graphOffsetSec
   */
  #mayReadLatency(graphOffsetSec) {
    if (this.#latencyAfterSec === 0 || this.#latencySec > 0) return true
    if (this.needsReadings || this.#context.currentTime < this.#latencyAfterSec) return false
    const middle = middleOf(this.#graphOffsets)
    const newest = [...this.#graphOffsets.slice(-steadyReadings), graphOffsetSec]
    return newest.every((each) => Math.abs(each - middle) < steadySec)
  }

  /** Returns the output timestamp. Null if the browser has none, or reports an impossible one. */
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
   * Returns whether both times of a timestamp are earlier by the latency, as in Firefox. Their difference then does
   * not contain the latency.
   * @param {OutputStamp} stamp
   */
  #isLatencyCancelled({ contextTime }) {
    const { currentTime, outputLatency = 0 } = this.#context
    return outputLatency > 0 && Math.abs(currentTime - outputLatency - contextTime) < 1e-6
  }

  /**
   * Returns whether a timestamp was read before, or is the last one of a graph that stopped.
   * @param {OutputStamp} stamp
   */
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
   * Calculates the delay of the output from the latency and the graph's time at the same moment. Both change by up to
   * 20 ms with every block, but their difference is exact. A latency from another moment would not fit. Firefox reads
   * its latency only once.
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
