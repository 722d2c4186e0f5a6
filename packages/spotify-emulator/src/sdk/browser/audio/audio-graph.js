import { OutputClock } from './output-clock.js'
import { Timer } from '../timer.js'

/** How long to wait for the graph to start. If it takes longer, the browser does not allow it. */
const startTimeoutMs = 600
const suspendAfterMs = 1000

/** The page's audio graph. It opens on first use, because a browser may require a gesture before. */
export class AudioGraph {
  /** @type {{ context: AudioContext, output: GainNode, clock: OutputClock } | null} */
  #parts = null
  #volume = 1
  #suspendTimer = new Timer()
  /** Whether a suspension is running. The context still reports `running` during that time. */
  #isSuspending = false
  #onStop

  /** @param {() => void} onStop called when the system stops the graph */
  constructor(onStop) {
    this.#onStop = onStop
  }

  static get isSupported() {
    return typeof AudioContext !== 'undefined'
  }

  get isOpen() {
    return this.#parts !== null
  }

  /** @param {number} volume */
  set volume(volume) {
    this.#volume = volume
    if (this.#parts) this.#parts.output.gain.value = volume
  }

  open() {
    if (this.#parts !== null) return this.#parts
    const context = new AudioContext({ latencyHint: 'interactive' })
    const output = new GainNode(context, { gain: this.#volume })
    output.connect(context.destination)
    const clock = new OutputClock(context)
    context.addEventListener('statechange', () => {
      clock.reset()
      if (context.state !== 'running' && !this.#isSuspending) this.#onStop()
    })
    this.#parts = { context, output, clock }
    return this.#parts
  }

  /** The context that decodes songs. It throws after `close`: a new context would run for ever. */
  get context() {
    if (this.#parts === null) throw new Error('The audio graph is closed.')
    return this.#parts.context
  }

  observe() {
    this.#parts?.clock.observe()
  }

  /** Call it in a gesture: from then on the graph is allowed to run. */
  unlock() {
    if (!AudioGraph.isSupported) return
    const { context } = this.open()
    context.resume().catch(() => undefined)
  }

  /** Starts the graph and waits for its clock. Returns whether the graph runs. */
  async run() {
    this.#suspendTimer.cancel()
    const { context, clock } = this.open()
    if (context.state !== 'running' || this.#isSuspending) context.resume().catch(() => undefined)
    const deadlineMs = performance.now() + startTimeoutMs
    while (context.state !== 'running' || this.#isSuspending || !clock.isReady) {
      if (performance.now() > deadlineMs) return context.state === 'running'
      await new Promise((resolve) => setTimeout(resolve, 10))
      clock.observe()
    }
    return true
  }

  /** Suspends the graph after a while, which saves power. `run` cancels it. */
  suspendSoon() {
    this.#suspendTimer.after(suspendAfterMs, () => void this.#suspend())
  }

  async #suspend() {
    this.#isSuspending = true
    await this.#parts?.context.suspend().catch(() => undefined)
    this.#isSuspending = false
  }

  close() {
    this.#suspendTimer.cancel()
    this.#parts?.context.close().catch(() => undefined)
    this.#parts = null
  }
}
