/** @import { OutputContext } from './output-stamp.js' */
import { middleOf } from './readings.js'

/** The number of readings of the graph's time that make the delay more exact after a new latency was read. */
const readingsAfterLatency = 25

/** The output is steady if the newest `steadyReadings` readings differ from the middle by less than `steadySec`. */
const steadyReadings = 12
const steadySec = 0.014
/** A reading of the graph's time that is lower than the middle by this many seconds may be old. */
const oldSec = 0.001

/**
 * Returns whether the latency and the time of the graph fit together at this moment: the output is steady, and the
 * reading is not old. A busy page gets the time of the graph late, so a reading below the middle may be old.
 * @param {number[]} readings the earlier readings, in seconds @param {number} reading the reading at this moment
 */
export function isGoodMoment(readings, reading) {
  const middle = middleOf(readings)
  const newest = [...readings.slice(-steadyReadings), reading]
  return reading >= middle - oldSec && newest.every((each) => Math.abs(each - middle) < steadySec)
}

/** The delay of an output that a graph measures itself, from the latency that the browser reports. */
export class OwnDelay {
  #latencySec = 0
  /** The audible time of the graph minus the time of the page, in seconds, when the latency was read. */
  #offsetOfLatency = 0
  #readings = 0
  /**
   * The delay in seconds: the time from the `currentTime` of the graph until the sound is heard. Null before the first
   * latency. @type {number | null}
   */
  delaySec = null

  get hasLatency() {
    return this.#latencySec > 0
  }

  /** Whether more readings do not change the delay. */
  get isFinished() {
    return this.#readings >= readingsAfterLatency
  }

  /** Keeps the delay as it is until the browser reports another latency. Later readings may not fit this one. */
  finish() {
    this.#readings = readingsAfterLatency
  }

  /**
   * Calculates the delay from the latency and the graph's time. Both must be read at the same moment. They change by up
   * to 20 ms with every block, but their difference is exact.
   * @param {OutputContext} context
   * @param {number} graphOffsetSec the graph's time minus the time of the page, at this moment
   * @param {number} middleSec the middle of the latest of these values
   */
  read(context, graphOffsetSec, middleSec) {
    const latencySec = context.outputLatency || 0
    if (latencySec <= 0) return
    const isNew = latencySec !== this.#latencySec
    if (!isNew && this.isFinished) return
    if (isNew) {
      this.#latencySec = latencySec
      this.#offsetOfLatency = graphOffsetSec - latencySec - (context.baseLatency || 0)
      this.#readings = 0
    }
    this.#readings += 1
    this.delaySec = middleSec - this.#offsetOfLatency
  }
}
