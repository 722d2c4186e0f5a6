/** @import { OutputContext, OutputStamp } from './output-stamp.js' */
import { isFromStoppedGraph, isInFuture, isLatencyCancelled, readStamp } from './output-stamp.js'
import { MeasuredDelays } from './measured-delays.js'
import { isGoodMoment, OwnDelay } from './own-delay.js'
import { medianOf, middleOf, quantileOf, withReading } from './readings.js'

/**
 * The source of a reading, the best source first.
 * - `stamp`: an output timestamp of the browser.
 * - `latency`: the time of the graph minus the latency that the browser reports.
 * - `guess`: the time of the graph minus an assumed latency, because the browser does not report its latency (yet).
 * @typedef {'stamp' | 'latency' | 'guess'} Basis
 */

/**
 * The clock keeps `count` readings. If two consecutive readings differ from the median by more than `stepSec`, the
 * output has changed suddenly. The time of the graph advances in steps of up to 20 ms, so it needs more readings
 * and a higher limit than output timestamps.
 */
const stampReadings = { count: 7, stepSec: 0.003 }
const graphReadings = { count: 41, stepSec: 0.03 }
/**
 * The shortest time between two readings, in milliseconds. After a stall of the page, many timers call `observe` at once.
 * Their readings are equally old, and must not count as several.
 */
const closestReadingsMs = 10
/** The number of output timestamps that must agree. Fewer timestamps can agree by chance. */
const steadyStamps = 4
/** A jump of the graph's time in seconds. After a larger jump, Firefox may have opened another output. */
const newOutputSec = 0.1
/** The number of readings of the graph's time that make the clock exact enough. */
const enoughReadings = 20
/**
 * The newest readings of the graph's time that are compared with the earlier ones, and the difference of their means in
 * seconds that is more than chance. Single readings of Firefox differ by up to 26 ms, and a lost block is 10 to 20 ms.
 */
const comparedReadings = 6
export const movedSec = 0.008

/**
 * The graph time in seconds before which the latency of Firefox is not read. Firefox keeps the first value that is
 * read, and the value is correct only after about a second.
 */
export const firefoxLatencyAfterSec = 1.5
/**
 * The time in milliseconds after a sudden change of the graph's time before which the latency is not read. Firefox needs
 * about a second until its latency is correct again.
 */
const latencyAfterChangeMs = 1000
/** The possible error of the latency that Firefox reports, in seconds in each direction. */
const latencyErrorSec = 0.005
/**
 * The longest time between two readings, in milliseconds. A longer time is treated as a sleep of the device. The time
 * of the graph does not advance during a sleep, so the earlier readings are wrong. Timers of a hidden page run once a
 * second.
 */
const longestGapMs = 3000
/** The assumed latency of an output that does not report it, in seconds. */
const guessedLatencySec = 0.04
/** The assumed latency of WebKitGTK in seconds. In nineteen recordings it was 0.07 to 0.083. */
const webKitLatencySec = 0.071
/**
 * The quantile of the readings to which the latency of WebKitGTK is added. Sometimes WebKitGTK renders 20 ms of sound at
 * once. Then the readings have a spread of 20 ms, and the latency after their mean is 10 ms larger.
 */
const webKitQuantile = 0.25

/**
 * Converts between the time of an audio graph and the time of the page (`performance.now`) at which a sound is
 * heard. It uses the values that the browser reports about its output, except impossible values.
 */
export class OutputClock {
  #context
  #latencyAfterSec
  #firstDelaySec
  /** @type {Basis} */
  #basis = 'guess'
  /**
   * Readings from output timestamps, in seconds: the audible time of the graph minus the time of the page.
   * @type {number[]}
   */
  #stamps = []
  /** Readings in seconds: `currentTime` of the graph minus the time of the page. @type {number[]} */
  #graphOffsets = []
  /** The delays that second graphs have measured. */
  #delays = new MeasuredDelays()
  #own = new OwnDelay()
  /**
   * The graph's offset before the last sudden changes, in seconds. Several small changes in a row count together.
   * @type {number | null}
   */
  #steadyOffsetSec = null
  /** When the graph's time has changed suddenly, on the page's clock. */
  #lastChangeMs = Number.NEGATIVE_INFINITY
  #lastStampSec = 0
  #lastObservedMs = Number.NEGATIVE_INFINITY
  #trustsStamps = true

  /**
   * @param {OutputContext} context
   * @param {number} latencyAfterSec the graph time in seconds before which the latency must not be read; infinite if only
   * second graphs may measure the delay
   * @param {number | null} firstDelaySec the delay in seconds that is assumed until it is measured; null if unknown
   */
  constructor(context, latencyAfterSec = 0, firstDelaySec = null) {
    this.#context = context
    this.#latencyAfterSec = latencyAfterSec
    this.#firstDelaySec = firstDelaySec
  }

  /** Reads the times of the graph and of the output. Call this several times a second while the graph runs. */
  observe() {
    if (performance.now() - this.#lastObservedMs < closestReadingsMs) return
    if (this.#isOutdated) this.reset()
    this.#lastObservedMs = performance.now()
    const { currentTime } = this.#context
    const graphOffsetSec = currentTime - performance.now() / 1000
    const mayReadLatency = this.#mayReadLatency(graphOffsetSec)
    const stamp = mayReadLatency ? this.#readStamp() : null
    if (stamp !== null && !isLatencyCancelled(this.#context, stamp)) return this.#addStamp(stamp)
    if (currentTime <= 0 || (stamp !== null && this.#isOld(stamp))) return
    const { length } = this.#graphOffsets
    const before = medianOf(this.#graphOffsets)
    if (length >= graphReadings.count) this.#steadyOffsetSec = before
    this.#graphOffsets = withReading(this.#graphOffsets, graphOffsetSec, graphReadings)
    const isStep = this.#graphOffsets.length < length
    if (isStep || this.#hasMoved) this.#lastChangeMs = performance.now()
    if (isStep) {
      // After a sudden change, the latency that was read before does not fit the new readings.
      this.#own.finish()
      if (Math.abs(graphOffsetSec - (this.#steadyOffsetSec ?? before)) > newOutputSec) this.doubtDelay()
    }
    if (mayReadLatency) this.#own.read(this.#context, graphOffsetSec, middleOf(this.#graphOffsets))
    this.#basis = this.#delays.isEmpty && this.#own.delaySec === null ? 'guess' : 'latency'
  }

  /** Removes the readings, which are wrong after the graph has stopped. The measured delays are kept. */
  reset() {
    this.#stamps = []
    this.#graphOffsets = []
    this.#own.finish()
    this.#trustsStamps = true
    this.doubtDelay()
  }

  /** Requests a new measurement of the delay, because the output may have changed. The old delay stays in use. */
  doubtDelay() {
    this.#delays.doubt()
    this.#steadyOffsetSec = null
  }

  /**
   * Whether a second graph must measure the delay, because it is not confirmed after the last change, or two measurements
   * differ (M11).
   */
  get needsDelay() {
    return this.#latencyAfterSec > 0 && !this.#delays.isExact
  }

  /** The number of possible changes of the output so far. */
  get doubts() {
    return this.#delays.doubts
  }

  /** The delay in seconds that this graph has measured. Null while the measurement is not complete. */
  get delaySec() {
    return this.#own.isFinished ? this.#own.delaySec : null
  }

  /** Adds the delay in seconds that a second graph has measured. @param {number} delaySec */
  addDelay(delaySec) {
    this.#delays.add(delaySec)
  }

  /** Whether the browser reports impossible output timestamps, as WebKitGTK does. */
  get hasImpossibleStamps() {
    return !this.#trustsStamps
  }

  get isReady() {
    return !this.#isOutdated && (this.#stamps.length > 0 || this.#graphOffsets.length > 0)
  }

  /**
   * Whether the clock is exact enough to start a song. Output timestamps must agree, because the first ones of a
   * starting graph can be wrong by a tenth of a second. Without output timestamps, there must be enough readings.
   */
  get isSteady() {
    if (this.#isOutdated) return false
    if (this.#basis !== 'stamp') return this.#graphOffsets.length >= enoughReadings
    const { length } = this.#stamps
    return (
      length >= steadyStamps && Math.max(...this.#stamps) - Math.min(...this.#stamps) < stampReadings.stepSec
    )
  }

  /**
   * Whether the clock needs more readings now. Some browsers need many readings. More readings are also needed if
   * the newest ones do not fit the others, because the output may have changed, or sound was lost.
   */
  get needsReadings() {
    if (this.#basis !== 'stamp') return this.#graphOffsets.length < enoughReadings || this.#hasMoved
    const newest = this.#stamps.at(-1) ?? 0
    return Math.abs(newest - medianOf(this.#stamps)) > stampReadings.stepSec
  }

  /**
   * Returns when the sound at `contextSec` of the graph's time is heard, in milliseconds of the page's clock.
   * @param {number} contextSec
   */
  audibleAtMs(contextSec) {
    return (contextSec - this.#offsetSec) * 1000
  }

  /** Returns the graph's time in seconds that is heard at `pageMs` of the page's clock. @param {number} pageMs */
  graphSec(pageMs) {
    return pageMs / 1000 + this.#offsetSec
  }

  /**
   * The possible error of this clock in milliseconds, in each direction: half the spread of the readings, plus the
   * error of the reported values. Null while it is unknown: the clock is not ready, has too few readings, only
   * guesses the latency, or must measure it again.
   */
  get withinMs() {
    if (!this.isReady || this.#basis === 'guess') return null
    if (this.#latencyAfterSec > 0 && !this.#delays.isConfirmed) return null
    if (this.#basis === 'latency') {
      const spreadSec = quantileOf(this.#graphOffsets, 0.9) - quantileOf(this.#graphOffsets, 0.1)
      return (spreadSec / 2 + latencyErrorSec) * 1000
    }
    if (this.#stamps.length < steadyStamps) return null
    const spreadSec = (Math.max(...this.#stamps) - Math.min(...this.#stamps)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** Whether the newest readings of the graph's time differ from the earlier ones by more than chance. */
  get #hasMoved() {
    const newest = middleOf(this.#graphOffsets.slice(-comparedReadings))
    return Math.abs(newest - middleOf(this.#graphOffsets.slice(0, -comparedReadings))) > movedSec
  }

  /** Whether the readings are from before a sleep of the device (M10). */
  get #isOutdated() {
    return performance.now() - this.#lastObservedMs > longestGapMs
  }

  /** The audible time of the graph minus the time of the page, in seconds. */
  get #offsetSec() {
    if (this.#basis === 'stamp') return medianOf(this.#stamps)
    const graphOffsetSec = this.#trustsStamps
      ? middleOf(this.#graphOffsets)
      : quantileOf(this.#graphOffsets, webKitQuantile)
    return graphOffsetSec - this.#usedDelaySec
  }

  /** The delay in seconds that is used: the measured one, or else the assumed one. */
  get #usedDelaySec() {
    if (!this.#delays.isEmpty) return this.#delays.medianSec
    const guessSec = this.#trustsStamps ? guessedLatencySec : webKitLatencySec
    return this.#own.delaySec ?? this.#firstDelaySec ?? Math.max(this.#context.baseLatency || 0, guessSec)
  }

  /**
   * Returns whether the output is steady enough to read the latency. Firefox keeps the first value that is read.
   * Reading an output timestamp has the same effect, because the timestamp contains the latency.
   * @param {number} graphOffsetSec
   */
  #mayReadLatency(graphOffsetSec) {
    if (this.#latencyAfterSec === 0 || this.#own.hasLatency) return true
    if (this.needsReadings || this.#context.currentTime < this.#latencyAfterSec) return false
    if (performance.now() - this.#lastChangeMs < latencyAfterChangeMs) return false
    return isGoodMoment(this.#graphOffsets, graphOffsetSec)
  }

  /** Returns the output timestamp. Null if the browser reports none, or an impossible one. */
  #readStamp() {
    if (!this.#trustsStamps) return null
    const stamp = readStamp(this.#context)
    if (stamp === null || !isInFuture(stamp)) return stamp
    this.#trustsStamps = false
    return null
  }

  /**
   * Returns whether a timestamp was read before, or comes from a graph that has stopped.
   * @param {OutputStamp} stamp
   */
  #isOld(stamp) {
    return stamp.contextTime === this.#lastStampSec || isFromStoppedGraph(stamp)
  }

  /** @param {OutputStamp} stamp */
  #addStamp(stamp) {
    if (this.#isOld(stamp)) return
    this.#lastStampSec = stamp.contextTime
    this.#stamps = withReading(this.#stamps, stamp.contextTime - stamp.performanceTime / 1000, stampReadings)
    this.#basis = 'stamp'
  }
}
