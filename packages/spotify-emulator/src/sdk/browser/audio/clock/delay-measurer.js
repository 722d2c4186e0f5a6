import { Timer } from '../../timer.js'
import { firefoxLatencyAfterSec, OutputClock } from './output-clock.js'
import { storeDelay } from './stored-delay.js'

const measureEveryMs = 20
/**
 * The time limit of a measurement, in milliseconds. A measurement takes about two seconds. If it takes longer than
 * the limit, the graph does not run steadily.
 */
const measureWithinMs = 6000

/**
 * The pause until the delay of the output is measured again, if the measurements are not exact. The pause doubles
 * after each measurement, because each measurement opens the output one more time.
 */
const measureAgainMs = 250
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

/**
 * Measures the delay of the current output with a second, silent graph. Firefox keeps the first latency that it
 * reads, for all graphs with the same sample rate. So the second graph must have another sample rate.
 * @param {number} sampleRate a rate that no other graph of this page has now
 * @returns {Promise<number | null>} the delay in seconds; null if it could not be measured, for example without an
 * output
 */
async function measureDelaySec(sampleRate) {
  const context = new AudioContext({ latencyHint: 'interactive', sampleRate })
  const silence = new ConstantSourceNode(context, { offset: 0 })
  silence.connect(context.destination)
  silence.start()
  const clock = new OutputClock(context, firefoxLatencyAfterSec)
  const deadlineMs = performance.now() + measureWithinMs
  while (clock.delaySec === null && performance.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, measureEveryMs))
    clock.observe()
  }
  await context.close().catch(() => undefined)
  return clock.delaySec
}
