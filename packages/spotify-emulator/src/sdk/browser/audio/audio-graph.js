import { measureDelaySec } from './clock/measure-delay.js'
import { firefoxLatencyAfterSec, OutputClock } from './clock/output-clock.js'
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
/** How often a graph without an output tries to start again. */
const tryAgainMs = 1000
/**
 * The pause before the delay of the output is measured again, after a measurement that was not confirmed. It doubles each
 * time, because each measurement opens the output once more.
 */
const measureAgainMs = 1000
const longestMeasureAgainMs = 30_000
/** The measurements use this many sample rates in turn. A graph is gone long before its rate is used again. */
const measureRates = 10

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
  /** Starts the graph again after the output was lost. */
  #tryTimer = new Timer()
  /** Whether a song or a clip needs the graph. */
  #isNeeded = false
  /** Whether the browser has reported that no output works, and the graph has not run since. */
  #isOutputLost = false
  #measurements = 0
  /** How many measurements were not confirmed since the output changed for the last time. */
  #unconfirmed = 0
  #doubts = 0
  #isMeasuring = false
  #measureTimer = new Timer()
  #handlers
  #devicesChanged = () => this.#parts?.clock.doubtDelay()

  /**
   * @param {{ stopped(): void, resumed(): void, outputLost(): void }} handlers called when the system stops the graph,
   *   when it runs (again), and when it cannot run because no output works
   */
  constructor(handlers) {
    this.#handlers = handlers
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
        this.#tryTimer.cancel()
        this.#isOutputLost = false
        this.#readOften(clock)
        this.#handlers.resumed()
      } else if (!this.#isSuspending) this.#handlers.stopped()
    })
    // Browsers that report a lost output suspend the graph, and do not start it again by themselves (M11).
    context.addEventListener('error', () => {
      this.#isOutputLost = true
      this.#tryAgain(context)
      this.#handlers.outputLost()
    })
    navigator.mediaDevices?.addEventListener('devicechange', this.#devicesChanged)
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
    if (context.state !== 'running') return
    if (clock.needsReadings && !this.#readTimer.isOn) this.#readOften(clock)
    this.#measureSoonAfterDoubt(clock)
    if (clock.needsDelay && !this.#isMeasuring && !this.#measureTimer.isOn) void this.#measureDelay(clock)
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
    this.#isNeeded = true
    const { context, clock } = this.open()
    this.#tryAgain(context)
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
    this.#isNeeded = false
    this.#tryTimer.cancel()
    this.#isSuspending = true
    await this.#parts?.context.suspend().catch(() => undefined)
    this.#isSuspending = false
  }

  /** Tries to start a graph without an output, while its sound is needed. @param {AudioContext} context */
  #tryAgain(context) {
    if (!this.#isNeeded || !this.#isOutputLost || this.#tryTimer.isOn) return
    this.#tryTimer.every(tryAgainMs, () => void this.#startAgain(context))
  }

  /**
   * Chromium ignores `resume` after an attempt without an output, until the context is suspended once more.
   * @param {AudioContext} context
   */
  async #startAgain(context) {
    await context.suspend().catch(() => undefined)
    if (this.#isNeeded) await context.resume().catch(() => undefined)
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

  /** Ends the pause between two measurements if the output has perhaps changed since. @param {OutputClock} clock */
  #measureSoonAfterDoubt({ doubts }) {
    if (doubts === this.#doubts) return
    this.#doubts = doubts
    this.#unconfirmed = 0
    this.#measureTimer.cancel()
  }

  /** Measures the delay of the output with another graph. @param {OutputClock} clock */
  async #measureDelay(clock) {
    this.#isMeasuring = true
    const { sampleRate } = this.context
    const rate = sampleRate - 1 - (this.#measurements % measureRates)
    this.#measurements += 1
    const delaySec = await measureDelaySec(rate).catch(() => null)
    this.#isMeasuring = false
    if (delaySec !== null) clock.addDelay(delaySec)
    if (!clock.needsDelay) return
    const pauseMs = Math.min(measureAgainMs * 2 ** this.#unconfirmed, longestMeasureAgainMs)
    this.#unconfirmed += 1
    this.#measureTimer.after(pauseMs, () => this.observe())
  }

  close() {
    for (const timer of [this.#suspendTimer, this.#readTimer, this.#tryTimer, this.#measureTimer])
      timer.cancel()
    navigator.mediaDevices?.removeEventListener('devicechange', this.#devicesChanged)
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
