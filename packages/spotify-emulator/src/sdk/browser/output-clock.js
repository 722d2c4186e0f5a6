const keptStamps = 7
/** So many accounts in a row that differ by more than this from the ones before are a step, not a wobble. */
const stampsOfAStep = 2
const stepSec = 0.003

/** @param {number[]} values */
const middleOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * What is read of an `AudioContext`; older browsers lack the last two.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} Output
 */

/**
 * When what an audio graph makes is heard, by the page's own monotonic clock: the browser's account of its output,
 * which includes what it knows of the device's delay.
 */
export class OutputClock {
  #context
  /** Graph time less page time, in seconds. */
  /** @type {number[]} */
  #offsets = []
  #lastStampSec = 0

  /** @param {Output} context */
  constructor(context) {
    this.#context = context
  }

  /** Takes down what the output says now; to be called every now and then. */
  observe() {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp?.() ?? {}
    if (contextTime > 0 && performanceTime > 0) {
      if (contextTime === this.#lastStampSec) return
      this.#lastStampSec = contextTime
      this.#keep(contextTime - performanceTime / 1000)
    } else if (this.#context.currentTime > 0) {
      const latencySec = this.#context.outputLatency || this.#context.baseLatency || 0
      this.#keep(this.#context.currentTime - latencySec - performance.now() / 1000)
    }
  }

  /** The graph was stopped: what was known of it is over. */
  forget() {
    this.#offsets = []
  }

  get isKnown() {
    return this.#offsets.length > 0
  }

  /** The page's time, in milliseconds, at which a moment of the graph is heard. @param {number} contextSec */
  heardAtMs(contextSec) {
    return (contextSec - middleOf(this.#offsets)) * 1000
  }

  /** The moment of the graph that is heard then. @param {number} pageMs */
  graphSec(pageMs) {
    return pageMs / 1000 + middleOf(this.#offsets)
  }

  /**
   * Within how many ± milliseconds that is true: what the accounts differ by, and the buffer that the device is handed
   * at a time. Null where the browser does not say how long its output takes.
   */
  get withinMs() {
    const says = this.#context.getOutputTimestamp !== undefined || this.#context.outputLatency !== undefined
    if (!says || !this.isKnown) return null
    const spreadSec = (Math.max(...this.#offsets) - Math.min(...this.#offsets)) / 2
    return (spreadSec + (this.#context.baseLatency || 0)) * 1000
  }

  /** @param {number} offsetSec */
  #keep(offsetSec) {
    const before = middleOf(this.#offsets)
    this.#offsets = [...this.#offsets, offsetSec].slice(-keptStamps)
    // A graph that stumbled goes on later than it was: what was known before is over.
    const newest = this.#offsets.slice(-stampsOfAStep)
    const isStep = newest.every((each) => Math.abs(each - before) > stepSec)
    if (isStep && newest.length === stampsOfAStep) this.#offsets = newest
  }
}
