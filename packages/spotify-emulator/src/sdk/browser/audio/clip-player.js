/** @import { AudioGraph } from './audio-graph.js' */
/** @import { OutputClock } from './clock/output-clock.js' */
import { movedSec } from './clock/output-clock.js'
import { Timer } from '../timer.js'

/**
 * A clip is put on the graph this many milliseconds before it is heard. The value for a hidden page is larger,
 * because browsers run the timers of a hidden page only once a second.
 */
const scheduleAheadMs = 400
const scheduleAheadHiddenMs = 1500
const clipUpdateMs = 50

/**
 * A short sound. Its start is heard at `atMs` of `performance.now`.
 * @typedef {{ samples: Float32Array, sampleRate: number, atMs: number, gain: number }} Clip
 * @typedef {Clip & { resolve(isPlayed: boolean): void }} WaitingClip
 */

/** Plays short sounds at exact times in addition to the song, with their own volume. */
export class ClipPlayer {
  #graph
  #isGraphNeeded
  /** @type {WaitingClip[]} */
  #waiting = []
  /** @type {Set<AudioBufferSourceNode>} */
  #playing = new Set()
  /**
   * The graph's time that is heard minus the time of the page, in seconds, for the clips that wait together. Null before
   * the first of them starts. @type {number | null}
   */
  #offsetSec = null
  #timer = new Timer()

  /** @param {AudioGraph} graph @param {() => boolean} isGraphNeeded whether a song needs the graph */
  constructor(graph, isGraphNeeded) {
    this.#graph = graph
    this.#isGraphNeeded = isGraphNeeded
  }

  /** Whether a clip waits or plays. In this case the graph must run. */
  get isBusy() {
    return this.#waiting.length > 0 || this.#playing.size > 0
  }

  /**
   * Plays a clip.
   * @param {Clip} clip
   * @returns {Promise<boolean>} false if the browser does not allow sound, the clip was removed, or its time has
   * passed
   */
  async play(clip) {
    if (!(await this.#graph.run())) return false
    return new Promise((resolve) => {
      this.#waiting.push({ ...clip, resolve })
      if (!this.#timer.isOn) this.#timer.every(clipUpdateMs, () => this.#update())
      this.#update()
    })
  }

  /** Removes the waiting clips, and stops the clips that play. */
  clear() {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
    for (const source of this.#playing) source.stop()
    this.#update()
  }

  #update() {
    // The browser does not report the end of clips on a closed graph, so these clips are removed here.
    if (!this.#graph.isOpen) this.#playing.clear()
    this.#graph.observe()
    const aheadMs = document.hidden ? scheduleAheadHiddenMs : scheduleAheadMs
    const soonMs = performance.now() + aheadMs
    const due = this.#waiting.filter(({ atMs }) => atMs <= soonMs)
    this.#waiting = this.#waiting.filter(({ atMs }) => atMs > soonMs)
    for (const clip of due) clip.resolve(this.#start(clip))
    if (this.#waiting.length === 0) this.#offsetSec = null
    if (this.isBusy) return
    this.#timer.cancel()
    if (!this.#isGraphNeeded()) this.#graph.suspendSoon()
  }

  /** Puts a clip on the graph. @param {Clip} clip @returns false if its time has passed */
  #start({ samples, sampleRate, atMs, gain }) {
    if (!this.#graph.isOpen) return false
    const { context, clock } = this.#graph.open()
    if (!clock.isReady) return false
    const startSec = atMs / 1000 + this.#offsetOf(clock)
    if (startSec < context.currentTime) return false
    const buffer = context.createBuffer(1, samples.length, sampleRate)
    buffer.copyToChannel(new Float32Array(samples), 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    const volume = new GainNode(context, { gain })
    source.connect(volume).connect(context.destination)
    source.addEventListener('ended', () => {
      volume.disconnect()
      this.#playing.delete(source)
    })
    this.#playing.add(source)
    source.start(startSec)
    return true
  }

  /**
   * Returns the graph's time that is heard minus the time of the page, in seconds. Clips that wait together use the
   * same value, because the values of Firefox and WebKitGTK vary by some milliseconds, and a device whose chirps vary
   * counts as moved (Y6). A larger difference is a change of the output, so the new value is used.
   * @param {OutputClock} clock
   */
  #offsetOf(clock) {
    const newestSec = clock.graphSec(0)
    if (this.#offsetSec === null || Math.abs(newestSec - this.#offsetSec) > movedSec)
      this.#offsetSec = newestSec
    return this.#offsetSec
  }
}
