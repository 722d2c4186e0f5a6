/** @import { VoiceHandlers } from './audio-player.js' */
import { Timer } from '../timer.js'
import { failureMessage } from './download.js'

/** The time that an element needs to start, in milliseconds. Each start updates this value. */
let startDelayMs = 80
/**
 * The difference in milliseconds above which the position is corrected by a seek. A smaller difference is corrected
 * by a change of the playback rate.
 */
const seekBeyondMs = 60
const seekPauseMs = 2500
/** The playback rate stays the same while the sound is at most this many milliseconds from its target. */
const toleranceMs = 4
/**
 * The time in milliseconds in which a change of the rate corrects a difference. It is long, so that the pitch
 * changes only slightly.
 */
const correctionMs = 1500
const largestElementRateChange = 0.02
/**
 * The playback rate without a correction. It is not exactly 1, because Firefox drops 16 ms of sound when the rate
 * changes from or to 1.
 */
const normalRate = 1.00001

/** The codes of `MediaError` that mean that the file cannot be decoded, or its format is not supported. */
const unplayableCodes = [3, 4]

/** Returns the message for the failure of an element. @param {MediaError | null} error */
function failureOf(error) {
  const { code = 0, message = '' } = error ?? {}
  const isUnknown = unplayableCodes.includes(code)
  return `${isUnknown ? 'The file of the song cannot be played.' : 'The song could not be loaded.'} ${message}`.trim()
}

/**
 * Plays one song in an `<audio>` element, if the audio graph cannot play it. The song starts near the target
 * position. Then changes of the playback rate correct the difference.
 */
export class ElementVoice {
  #element
  #url
  #targetMs
  #handlers
  #isOn = false
  #startTimer = new Timer()
  #stopTimer = new Timer()
  #startedMs = 0
  #lastSeekMs = 0
  #listeners = new AbortController()

  /**
   * @param {HTMLAudioElement} element an element that no other voice uses
   * @param {string} url
   * @param {(pageMs: number) => number} targetMs returns the position that must be heard at `pageMs` of the page's
   * clock
   * @param {VoiceHandlers} handlers
   */
  constructor(element, url, targetMs, handlers) {
    this.#element = element
    this.#url = url
    this.#targetMs = targetMs
    this.#handlers = handlers
    const { signal } = this.#listeners
    element.addEventListener('playing', () => handlers.sounding(), { signal })
    element.addEventListener('waiting', () => handlers.waiting(), { signal })
    element.addEventListener('ended', () => this.#isOn && handlers.ended(), { signal })
    element.addEventListener('pause', () => this.#isOn && !element.ended && handlers.paused(), { signal })
    element.addEventListener('error', () => handlers.failed(failureOf(element.error)), { signal })
    element.preservesPitch = false
    // `load` also sets the playback rate to this value.
    element.defaultPlaybackRate = normalRate
    element.src = url
    element.load()
  }

  get isOn() {
    return this.#isOn
  }

  /** Whether the element is released. Then another voice may use it. */
  get #isClosed() {
    return this.#listeners.signal.aborted
  }

  /** Resolves when the browser has enough data to start the song. @returns {Promise<unknown>} */
  prepare() {
    if (this.#element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const { signal } = this.#listeners
      this.#element.addEventListener('canplay', resolve, { once: true, signal })
      this.#element.addEventListener('error', reject, { once: true, signal })
    })
  }

  play() {
    this.#isOn = true
    this.#stopTimer.cancel()
    this.#startTimer.cancel()
    const targetMs = this.#targetMs(performance.now() + startDelayMs)
    this.#seek(Math.max(0, targetMs))
    if (targetMs < 0) this.#startTimer.after(-targetMs, () => void this.#start())
    else void this.#start()
  }

  pause() {
    if (this.#isClosed) return
    this.#isOn = false
    this.#startTimer.cancel()
    this.#element.pause()
  }

  /** Does nothing, because an element plays on without the graph, and reports its own pause (M8). */
  graphStopped() {}

  /** Stops the song when the page's clock reaches `pageMs`. @param {number} pageMs */
  stopAt(pageMs) {
    this.#stopTimer.after(pageMs - performance.now(), () => this.close())
  }

  /** Corrects the difference from the target immediately. */
  align() {
    this.#lastSeekMs = 0
    this.update()
  }

  /** Corrects the difference from the target. Call this several times a second. */
  update() {
    const element = this.#element
    const nowMs = performance.now()
    if (
      !this.#isOn ||
      element.paused ||
      element.seeking ||
      element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    )
      return
    const offsetMs = this.#targetMs(nowMs) - element.currentTime * 1000
    if (nowMs - this.#startedMs < 1000 && this.#lastSeekMs === 0) {
      if (nowMs - this.#startedMs <= 300) return
      // The first difference after a start updates the delay that the next start assumes.
      startDelayMs = Math.min(500, Math.max(0, startDelayMs + offsetMs / 2))
      this.#lastSeekMs = nowMs - seekPauseMs
    }
    if (Math.abs(offsetMs) > seekBeyondMs && nowMs - this.#lastSeekMs >= seekPauseMs) {
      this.#lastSeekMs = nowMs
      this.#setRate(normalRate)
      this.#seek(Math.max(0, this.#targetMs(nowMs + startDelayMs)))
    } else if (Math.abs(offsetMs) <= toleranceMs) this.#setRate(normalRate)
    else {
      const change = offsetMs / correctionMs
      this.#setRate(1 + Math.min(largestElementRateChange, Math.max(-largestElementRateChange, change)))
    }
  }

  /**
   * Returns the audible position, and the time at which it is heard. Null while no sound is audible. The error is
   * unknown (`withinMs` is null), because an element does not report its latency.
   */
  audiblePosition() {
    const element = this.#element
    if (
      !this.#isOn ||
      element.paused ||
      element.seeking ||
      element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    )
      return null
    return { positionMs: element.currentTime * 1000, atMs: performance.now(), withinMs: null }
  }

  /** Stops the song, and releases the element. */
  close() {
    if (this.#isClosed) return
    this.pause()
    this.#stopTimer.cancel()
    this.#listeners.abort()
    this.#element.removeAttribute('src')
    this.#element.load()
  }

  async #start() {
    const element = this.#element
    if (element.error !== null) {
      element.src = this.#url
      element.load()
    }
    this.#setRate(normalRate)
    try {
      await element.play()
      this.#startedMs = performance.now()
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      if (!this.#isOn || name === 'AbortError' || name === 'NotSupportedError') return
      if (name === 'NotAllowedError') this.#handlers.blocked()
      else this.#handlers.failed(failureMessage(error))
    }
  }

  /**
   * Changes the position. If the song is not loaded yet, the browser seeks after loading.
   * @param {number} positionMs
   */
  #seek(positionMs) {
    const seconds = positionMs / 1000
    if (Math.abs(this.#element.currentTime - seconds) > 0.0005) this.#element.currentTime = seconds
  }

  /** Sets the playback rate. @param {number} rate */
  #setRate(rate) {
    if (this.#element.playbackRate !== rate) this.#element.playbackRate = rate
  }
}
