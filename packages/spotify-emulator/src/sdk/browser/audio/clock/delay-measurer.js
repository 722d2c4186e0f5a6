/** @import { OutputClock } from './output-clock.js' */
import { Timer } from '../../timer.js'
import { measureDelaySec } from './measure-delay.js'
import { storeDelay } from './stored-delay.js'

/**
 * The pause until the delay of the output is measured again, if a measurement was not confirmed. The pause doubles
 * after each measurement, because each measurement opens the output one more time.
 */
const measureAgainMs = 1000
const longestMeasureAgainMs = 30_000
/**
 * The number of different sample rates that the measurements use in rotation. Two open graphs must not have the
 * same rate (see `measureDelaySec`). A graph is closed long before its rate is used again.
 */
const measureRates = 10

/** Measures the delay of the output of an audio graph, and repeats this until the clock of the graph knows the delay. */
export class DelayMeasurer {
  #context
  #clock
  #measurements = 0
  /** The number of measurements that were not confirmed since the last possible change of the output. */
  #unconfirmed = 0
  /** The number of possible changes of the output at the last update. */
  #doubts = 0
  #isMeasuring = false
  #timer = new Timer()

  /**
   * @param {AudioContext} context the context of the graph
   * @param {OutputClock} clock the clock that gets the measured delay
   */
  constructor(context, clock) {
    this.#context = context
    this.#clock = clock
  }

  /** Starts a measurement if the clock needs one and no pause is left. */
  update() {
    const { doubts, needsDelay } = this.#clock
    if (doubts !== this.#doubts) {
      // The output may have changed, so the pause ends.
      this.#doubts = doubts
      this.#unconfirmed = 0
      this.#timer.cancel()
    }
    if (this.#context.state !== 'running' || !needsDelay || this.#isMeasuring || this.#timer.isOn) return
    void this.#measure()
  }

  /**
   * Measures the delay with a second graph. It has another sample rate, as `measureDelaySec` requires. The result is not
   * used if the output may have changed during the measurement.
   */
  async #measure() {
    const clock = this.#clock
    const { doubts } = clock
    const rate = this.#context.sampleRate - 1 - (this.#measurements % measureRates)
    this.#measurements += 1
    this.#isMeasuring = true
    const delaySec = await measureDelaySec(rate).catch(() => null)
    this.#isMeasuring = false
    if (delaySec !== null && clock.doubts === doubts) {
      clock.addDelay(delaySec)
      if (!clock.needsDelay) storeDelay(delaySec)
    }
    if (!clock.needsDelay) return
    const pauseMs = Math.min(measureAgainMs * 2 ** this.#unconfirmed, longestMeasureAgainMs)
    this.#unconfirmed += 1
    this.#timer.after(pauseMs, () => this.update())
  }

  close() {
    this.#timer.cancel()
  }
}
