import { medianOf } from './readings.js'

const keptDelays = 7
/** Two measurements of the delay confirm each other if they differ by less than this many seconds. */
const agreeSec = 0.012
/**
 * Three measurements that differ by less than `exactSec` seconds are enough. Otherwise `enoughDelays` are needed, because
 * one of four is wrong by 9 ms, and more of them on a busy device.
 */
const exactSec = 0.005
const fewestDelays = 3
const enoughDelays = 5
/** A measurement that differs by more than this many seconds from the earlier ones is that of another output. */
const otherOutputSec = 0.03

/**
 * The delays of an output that second graphs have measured, in seconds. A delay is the time from the `currentTime` of a
 * graph until the sound is heard.
 */
export class MeasuredDelays {
  /** The newest is the last. @type {number[]} */
  #delaysSec = []
  /** Whether the output may have changed after the last measurement. */
  #isDoubted = false
  /** Whether two measurements agree. Only Firefox needs two, because it reads the latency of a graph only once. */
  isConfirmed = false
  /** The number of possible changes of the output so far. */
  doubts = 0

  get isEmpty() {
    return this.#delaysSec.length === 0
  }

  get medianSec() {
    return medianOf(this.#delaysSec)
  }

  /** Whether further measurements would hardly change the delay. */
  get isExact() {
    const { length } = this.#delaysSec
    const spreadSec = Math.max(...this.#delaysSec) - Math.min(...this.#delaysSec)
    return this.isConfirmed && length >= (spreadSec < exactSec ? fewestDelays : enoughDelays)
  }

  /** Marks that the output may have changed. The delay stays in use. */
  doubt() {
    this.isConfirmed = false
    this.#isDoubted = true
    this.doubts += 1
  }

  /**
   * Adds the delay that a second graph has measured. It is confirmed if it agrees with an earlier measurement. Otherwise it
   * replaces them, if the output may have changed or the difference is large. If the difference is small, either of them
   * may be wrong, so their median is used until the next measurement.
   * @param {number} delaySec
   */
  add(delaySec) {
    const agreeing = this.#delaysSec.filter((each) => Math.abs(each - delaySec) < agreeSec)
    const isOther = this.#isDoubted || Math.abs(this.medianSec - delaySec) > otherOutputSec
    const earlier = agreeing.length > 0 || isOther ? agreeing : this.#delaysSec
    this.#delaysSec = [...earlier, delaySec].slice(-keptDelays)
    this.isConfirmed = agreeing.length > 0
    this.#isDoubted = false
  }
}
