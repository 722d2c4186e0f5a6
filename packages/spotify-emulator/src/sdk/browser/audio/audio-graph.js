import { firefoxLatencyAfterSec, OutputClock } from './output-clock.js'
import { Timer } from '../timer.js'

/**
 * If the graph does not start within this many milliseconds, the browser does not allow sound. If its clock is not steady
 * by then, the sound begins anyway and is corrected while it plays.
 */
const startTimeoutMs = 600
const suspendAfterMs = 1000
/** The time between two readings of a graph that begins to run. */
const readEveryMs = 13
/**
 * How many readings are made of a graph that begins to run. Some browsers need them all until their clock is exact.
 */
const firstReadings = 40

/**
 * The audio graph (Web Audio) of the page. It is opened on first use, because a browser may forbid sound until the
 * user has pressed something.
 */
export class AudioGraph {
  /** @type {{ context: AudioContext, output: GainNode, clock: OutputClock } | null} */
  #parts = null
  #volume = 1
  #suspendTimer = new Timer()
  #readTimer = new Timer()
  /** Whether the graph is being suspended. The context still reports `running` during that time. */
  #isSuspending = false
  #onStop
  #onResume

  /**
   * @param {() => void} onStop called when the system stops the graph
   * @param {() => void} onResume called when the graph runs (again)
   */
  constructor(onStop, onResume) {
    this.#onStop = onStop
    this.#onResume = onResume
  }

  static get isSupported() {
    return typeof AudioContext !== 'undefined'
  }

  get isOpen() {
    return this.#parts !== null
  }

  /** Sets the volume. @param {number} volume from 0 to 1 */
  set volume(volume) {
    this.#volume = volume
    if (this.#parts) this.#parts.output.gain.value = volume
  }

  open() {
    if (this.#parts !== null) return this.#parts
    const context = takePageAudio() ?? new AudioContext({ latencyHint: 'interactive' })
    const output = new GainNode(context, { gain: this.#volume })
    output.connect(context.destination)
    const isFirefox = navigator.userAgent.includes('Firefox/')
    const clock = new OutputClock(context, isFirefox ? firefoxLatencyAfterSec : 0)
    context.addEventListener('statechange', () => {
      clock.reset()
      if (context.state === 'running') {
        this.#readOften(clock)
        this.#onResume()
      } else if (!this.#isSuspending) this.#onStop()
    })
    this.#parts = { context, output, clock }
    if (context.state === 'running') this.#readOften(clock)
    return this.#parts
  }

  /** The context that decodes songs. After `close` this throws, because nobody would close a new context. */
  get context() {
    if (this.#parts === null) throw new Error('The audio graph is closed.')
    return this.#parts.context
  }

  observe() {
    if (this.#parts === null) return
    const { clock, context } = this.#parts
    clock.observe()
    // After a sudden change of the output, the clock is exact only after many new readings.
    if (clock.needsReadings && context.state === 'running' && !this.#readTimer.isOn) this.#readOften(clock)
  }

  /** Allows the graph to run from now on. Call this in a press, because browsers require that. */
  unlock() {
    if (!AudioGraph.isSupported) return
    const { context } = this.open()
    context.resume().catch(() => undefined)
  }

  /** Starts the graph and waits until its clock is steady. @returns whether the graph runs */
  async run() {
    this.#suspendTimer.cancel()
    const { context, clock } = this.open()
    if (context.state !== 'running' || this.#isSuspending) context.resume().catch(() => undefined)
    const deadlineMs = performance.now() + startTimeoutMs
    while (context.state !== 'running' || this.#isSuspending || !clock.isSteady) {
      if (performance.now() > deadlineMs) return context.state === 'running'
      await new Promise((resolve) => setTimeout(resolve, 10))
      clock.observe()
    }
    return true
  }

  /** Suspends the graph after a while, in order to save power. `run` cancels this. */
  suspendSoon() {
    this.#suspendTimer.after(suspendAfterMs, () => void this.#suspend())
  }

  async #suspend() {
    this.#isSuspending = true
    await this.#parts?.context.suspend().catch(() => undefined)
    this.#isSuspending = false
  }

  /** Reads a clock often for half a second. @param {OutputClock} clock */
  #readOften(clock) {
    let readings = 0
    this.#readTimer.every(readEveryMs, () => {
      clock.observe()
      readings += 1
      if (readings >= firstReadings) this.#readTimer.cancel()
    })
  }

  close() {
    this.#suspendTimer.cancel()
    this.#readTimer.cancel()
    this.#parts?.context.close().catch(() => undefined)
    this.#parts = null
  }
}

/** Takes over the audio context that the page opened in a press before this script was loaded, if there is one. */
function takePageAudio() {
  /** @type {Window & { pageAudio?: AudioContext | undefined }} */
  const page = window
  const context = page.pageAudio
  page.pageAudio = undefined
  return context
}
