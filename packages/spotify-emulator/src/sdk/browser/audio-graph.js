import { OutputClock } from './output-clock.js'

/** A graph that may run begins to within this time of being asked. */
const beginsWithinMs = 600
const idleMs = 1000

/** The page's audio graph: made when it is first needed, since a browser may want a gesture before. */
export class AudioGraph {
  /** @type {{ context: AudioContext, output: GainNode, clock: OutputClock } | null} */
  #made = null
  #volume = 1
  #idleTimer = 0
  /** On its way to rest: until then it still says that it runs. */
  #goesToRest = false
  #stopped

  /** @param {() => void} stopped the graph does not run any more, whoever stopped it */
  constructor(stopped) {
    this.#stopped = stopped
  }

  static get isThere() {
    return typeof AudioContext !== 'undefined'
  }

  get isMade() {
    return this.#made !== null
  }

  /** @param {number} volume */
  set volume(volume) {
    this.#volume = volume
    if (this.#made) this.#made.output.gain.value = volume
  }

  parts() {
    if (this.#made !== null) return this.#made
    const context = new AudioContext({ latencyHint: 'interactive' })
    const output = new GainNode(context, { gain: this.#volume })
    output.connect(context.destination)
    const clock = new OutputClock(context)
    context.addEventListener('statechange', () => {
      clock.forget()
      if (context.state !== 'running' && !this.#goesToRest) this.#stopped()
    })
    this.#made = { context, output, clock }
    return this.#made
  }

  /** Where songs are decoded. What comes after the graph was closed does not make another one, which would run for ever. */
  get context() {
    if (this.#made === null) throw new Error('There is nothing to lay the song on.')
    return this.#made.context
  }

  observe() {
    this.#made?.clock.observe()
  }

  /** Call in a gesture: from then on the graph may run. */
  unlock() {
    if (AudioGraph.isThere)
      this.parts()
        .context.resume()
        .catch(() => undefined)
  }

  /** Whether the graph runs; it says when it is heard by then. */
  async run() {
    clearTimeout(this.#idleTimer)
    const { context, clock } = this.parts()
    if (context.state !== 'running' || this.#goesToRest) context.resume().catch(() => undefined)
    const deadlineMs = performance.now() + beginsWithinMs
    while (context.state !== 'running' || this.#goesToRest || !clock.isKnown) {
      if (performance.now() > deadlineMs) return context.state === 'running'
      await new Promise((resolve) => setTimeout(resolve, 10))
      clock.observe()
    }
    return true
  }

  /** Nothing sounds: unless that changes, the graph is stopped after a while, so that the machine may rest. */
  restSoon() {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.#rest(), idleMs)
  }

  async #rest() {
    this.#goesToRest = true
    await this.#made?.context.suspend().catch(() => undefined)
    this.#goesToRest = false
  }

  close() {
    clearTimeout(this.#idleTimer)
    this.#made?.context.close().catch(() => undefined)
    this.#made = null
  }
}
