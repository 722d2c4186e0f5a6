import { DelayMeasurer } from './clock/delay-measurer.js'
import { OutputClock } from './clock/output-clock.js'
import { readStoredDelay } from './clock/stored-delay.js'
import { Timer } from '../timer.js'

/**
 * The longest wait for the start of the graph, in milliseconds. A graph that does not run by then is not allowed to
 * play by the browser. If only its clock is not steady yet, the sound begins anyway and is corrected while it
 * plays.
 */
const startTimeoutMs = 600
const suspendAfterMs = 1000
/** The time between two readings of the output clock after the graph has started. */
const readEveryMs = 13
/**
 * The number of readings of the output clock after the graph has started. Some browsers need all of them until
 * their clock is exact.
 */
const firstReadings = 40
/** The time between two attempts to start a graph that has lost its output. */
const tryAgainMs = 1000
/** The sound can move to another output some seconds after the list of devices has changed. */
const outputMovesWithinMs = 4000
/** An interruption is caused by the lock of the screen if the page is hidden at most this long before or after it. */
const lockWithinMs = 700
/** The amplitude of a signal that nobody can hear: −120 dB. */
const inaudibleAmplitude = 1e-6

/**
 * The audio graph (Web Audio) of the page. It is opened on first use, because a browser may forbid sound before the
 * first user gesture.
 */
export class AudioGraph {
  /** @type {{ context: AudioContext, output: GainNode, clock: OutputClock, delay: DelayMeasurer | null } | null} */
  #parts = null
  #volume = 1
  #suspendTimer = new Timer()
  #readTimer = new Timer()
  /**
   * Whether `suspend` has been called and is not complete. During that time the context still reports `running`.
   */
  #isSuspending = false
  /** Runs the attempts to start the graph again after the output was lost. */
  #tryTimer = new Timer()
  /** Whether the graph must run because a song or a clip needs it. */
  #isNeeded = false
  /** Whether the browser has reported that no output works, and the graph has not run after this report. */
  #isOutputLost = false
  /** The signal that fills the buffer of the output. @type {ConstantSourceNode | null} */
  #filling = null
  #handlers
  #moveTimer = new Timer()
  #lockTimer = new Timer()
  /** When the page was hidden last, and when the system stopped the graph last, as `performance.now`. */
  #hiddenMs = Number.NEGATIVE_INFINITY
  #stoppedMs = Number.NEGATIVE_INFINITY
  #devicesChanged = () => {
    this.#parts?.clock.doubtDelay()
    this.#moveTimer.after(outputMovesWithinMs, () => this.#parts?.clock.doubtDelay())
  }
  #visibilityChanged = () => {
    if (!document.hidden) return
    this.#hiddenMs = performance.now()
    this.#resumesAfterLock()
  }

  /**
   * @param {{ stopped(): void, resumed(): void, outputLost(): void }} handlers `stopped` is called when the system
   * stops the graph, `resumed` when it runs, also for the first time, and `outputLost` when it cannot run because
   * no output works
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

  /** The volume of the graph. @param {number} volume from 0 to 1 */
  set volume(volume) {
    this.#volume = volume
    if (this.#parts) this.#parts.output.gain.value = volume
  }

  open() {
    if (this.#parts !== null) return this.#parts
    const context = takePageAudio() ?? new AudioContext({ latencyHint: 'interactive' })
    const output = new GainNode(context, { gain: this.#volume })
    output.connect(context.destination)
    const { userAgent } = navigator
    const isFirefox = userAgent.includes('Firefox/')
    // On Linux, Firefox can block for ever when a page reads the latency of an output. Then the tab is frozen, and no tab
    // has sound. So the delay is assumed there (decision 061).
    const isMeasured = isFirefox && !userAgent.includes('X11')
    const clock = isFirefox
      ? new OutputClock(context, Number.POSITIVE_INFINITY, isMeasured ? readStoredDelay() : null)
      : new OutputClock(context)
    context.addEventListener('statechange', () => {
      clock.reset()
      if (context.state === 'running') {
        this.#tryTimer.cancel()
        this.#isOutputLost = false
        this.#readOften(clock)
        this.#handlers.resumed()
      } else if (!this.#isSuspending) {
        this.#stoppedMs = performance.now()
        if (!this.#resumesAfterLock()) this.#handlers.stopped()
      }
    })
    document.addEventListener('visibilitychange', this.#visibilityChanged)
    // When a browser reports a lost output, it also suspends the graph and does not start it again. So this handler
    // starts it again (M11).
    context.addEventListener('error', () => {
      this.#isOutputLost = true
      this.#tryAgain(context)
      this.#handlers.outputLost()
    })
    navigator.mediaDevices?.addEventListener('devicechange', this.#devicesChanged)
    this.#parts = { context, output, clock, delay: isMeasured ? new DelayMeasurer(context, clock) : null }
    if (context.state === 'running') this.#readOften(clock)
    return this.#parts
  }

  /**
   * The context that decodes songs. Throws after `close`. A new context would stay open, because no code would
   * close it.
   */
  get context() {
    if (this.#parts === null) throw new Error('The audio graph is closed.')
    return this.#parts.context
  }

  observe() {
    if (this.#parts === null) return
    const { clock, context, delay } = this.#parts
    this.#read(clock)
    if (context.state !== 'running') return
    // After a sudden change of the output, the clock is exact only after many new readings.
    if (clock.needsReadings && !this.#readTimer.isOn) this.#readOften(clock)
    delay?.update()
  }

  /** Allows the graph to run later. Call this in a handler of a user gesture, because browsers require that. */
  unlock() {
    if (!AudioGraph.isSupported) return
    this.#suspendTimer.cancel()
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
      this.#read(clock)
    }
    return true
  }

  /** Suspends the graph after a second, in order to save power. A call of `run` cancels the timer. */
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

  /**
   * Repeats the attempt to start a graph that has lost its output, while its sound is needed.
   * @param {AudioContext} context
   */
  #tryAgain(context) {
    if (!this.#isNeeded || !this.#isOutputLost || this.#tryTimer.isOn) return
    this.#tryTimer.every(tryAgainMs, () => void this.#startAgain(context))
  }

  /**
   * Suspends the context and then resumes it. After a failed attempt, Chromium ignores `resume` until the next
   * `suspend`.
   * @param {AudioContext} context
   */
  async #startAgain(context) {
    await context.suspend().catch(() => undefined)
    if (this.#isNeeded) await context.resume().catch(() => undefined)
  }

  /**
   * WebKit interrupts the graph at every lock of an iPhone or iPad, although the page may play on. So the graph is
   * resumed once if the page is hidden at about the same time. It stays stopped after other interruptions, such as calls.
   * @returns whether the graph is being resumed; if it does not run soon, `stopped` is called
   */
  #resumesAfterLock() {
    const context = this.#parts?.context
    const isLock = Math.abs(this.#hiddenMs - this.#stoppedMs) <= lockWithinMs
    if (context?.state !== 'interrupted' || !this.#isNeeded || !isLock) return false
    this.#hiddenMs = Number.NEGATIVE_INFINITY
    context.resume().catch(() => undefined)
    this.#lockTimer.after(startTimeoutMs, () => context.state !== 'running' && this.#handlers.stopped())
    return true
  }

  /**
   * Reads a clock. WebKitGTK drops silence, so the buffer of its output fills only when the first sound begins, and its
   * delay grows by 60 ms at that moment. A constant, inaudible signal fills the buffer before the song.
   * @param {OutputClock} clock
   */
  #read(clock) {
    clock.observe()
    if (!clock.hasImpossibleStamps || this.#filling !== null || this.#parts === null) return
    const { context } = this.#parts
    this.#filling = new ConstantSourceNode(context, { offset: inaudibleAmplitude })
    this.#filling.connect(context.destination)
    this.#filling.start()
  }

  /** Reads a clock every 13 ms for half a second. @param {OutputClock} clock */
  #readOften(clock) {
    let readings = 0
    this.#readTimer.every(readEveryMs, () => {
      this.#read(clock)
      readings += 1
      if (readings >= firstReadings) this.#readTimer.cancel()
    })
  }

  close() {
    const timers = [this.#suspendTimer, this.#readTimer, this.#tryTimer, this.#moveTimer, this.#lockTimer]
    for (const timer of timers) timer.cancel()
    document.removeEventListener('visibilitychange', this.#visibilityChanged)
    this.#parts?.delay?.close()
    navigator.mediaDevices?.removeEventListener('devicechange', this.#devicesChanged)
    this.#parts?.context.close().catch(() => undefined)
    this.#parts = null
    this.#filling = null
  }
}

/**
 * Returns the audio context that the page opened in a user gesture before this script was loaded. Undefined if
 * there is none.
 */
function takePageAudio() {
  /** @type {Window & { pageAudio?: AudioContext | undefined }} */
  const page = window
  const context = page.pageAudio
  page.pageAudio = undefined
  return context
}
