/** @import { VoiceHandlers } from './audio-player.js' */

/** What an element adds between the command and the sound, until it was seen. */
let startCostMs = 80
const farMs = 60
const seeksApartMs = 2500
/** Within this the rate is left alone. */
const quietMs = 4
/** A distance is made up for in about this time, by a pitch that follows: a few cents. */
const horizonMs = 1500
const mostPull = 0.02
/** An element does not say how exactly it knows its own position. */
const withinMs = 40

/**
 * One song in an `<audio>` element: for compressed files, of which no second can be had by itself. It starts about
 * where it should and is brought there by its rate.
 */
export class ElementVoice {
  #element
  #url
  #placeAtMs
  #handlers
  #isOn = false
  #startTimer = 0
  #leaveTimer = 0
  #startedMs = 0
  #lastSeekMs = 0
  #ends = new AbortController()

  /**
   * @param {HTMLAudioElement} element that nothing else uses
   * @param {string} url
   * @param {(pageMs: number) => number} placeAtMs the position that should be heard at a moment of the page's clock
   * @param {VoiceHandlers} handlers
   */
  constructor(element, url, placeAtMs, handlers) {
    this.#element = element
    this.#url = url
    this.#placeAtMs = placeAtMs
    this.#handlers = handlers
    const { signal } = this.#ends
    element.addEventListener('playing', () => handlers.sounding(), { signal })
    element.addEventListener('waiting', () => handlers.waiting(), { signal })
    element.addEventListener('ended', () => this.#isOn && handlers.ended(), { signal })
    element.addEventListener('pause', () => this.#isOn && !element.ended && handlers.paused(), { signal })
    element.addEventListener(
      'error',
      () => handlers.failed(element.error?.message || 'The song could not be loaded.'),
      { signal },
    )
    element.src = url
    element.load()
  }

  get isOn() {
    return this.#isOn
  }

  /** Resolves when the beginning is here. @returns {Promise<unknown>} */
  prepare() {
    if (this.#element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const { signal } = this.#ends
      this.#element.addEventListener('canplay', resolve, { once: true, signal })
      this.#element.addEventListener('error', reject, { once: true, signal })
    })
  }

  play() {
    this.#isOn = true
    clearTimeout(this.#leaveTimer)
    clearTimeout(this.#startTimer)
    const placeMs = this.#placeAtMs(performance.now() + startCostMs)
    this.#seek(Math.max(0, placeMs))
    if (placeMs < 0) this.#startTimer = setTimeout(() => void this.#start(), -placeMs)
    else void this.#start()
  }

  pause() {
    this.#isOn = false
    clearTimeout(this.#startTimer)
    this.#element.pause()
  }

  /** @param {number} pageMs */
  leaveAt(pageMs) {
    this.#leaveTimer = setTimeout(() => this.end(), pageMs - performance.now())
  }

  align() {
    this.#lastSeekMs = 0
    this.tend()
  }

  /** Brings it nearer to where it should be; to be called several times a second. */
  tend() {
    const element = this.#element
    const nowMs = performance.now()
    if (!this.#isOn || element.paused || element.seeking || element.readyState < 3) return
    const offMs = this.#placeAtMs(nowMs) - element.currentTime * 1000
    if (nowMs - this.#startedMs < 1000 && this.#lastSeekMs === 0) {
      // The first look after a start tells what the next one will cost.
      if (nowMs - this.#startedMs > 300) {
        startCostMs = Math.min(500, Math.max(0, startCostMs + offMs / 2))
        this.#lastSeekMs = nowMs - seeksApartMs
      } else return
    }
    if (Math.abs(offMs) > farMs && nowMs - this.#lastSeekMs >= seeksApartMs) {
      this.#lastSeekMs = nowMs
      this.#rate(1)
      this.#seek(Math.max(0, this.#placeAtMs(nowMs + startCostMs)))
    } else if (Math.abs(offMs) <= quietMs) this.#rate(1)
    else this.#rate(1 + Math.min(mostPull, Math.max(-mostPull, offMs / horizonMs)))
  }

  /** What is heard, and when; null while nothing is. */
  heard() {
    const element = this.#element
    if (!this.#isOn || element.paused || element.seeking || element.readyState < 3) return null
    return { positionMs: element.currentTime * 1000, atMs: performance.now(), withinMs }
  }

  /** Lets go of the element and its data. */
  end() {
    this.pause()
    clearTimeout(this.#leaveTimer)
    this.#ends.abort()
    this.#element.removeAttribute('src')
    this.#element.load()
  }

  async #start() {
    const element = this.#element
    if (element.error !== null) {
      element.src = this.#url
      element.load()
    }
    try {
      await element.play()
      this.#startedMs = performance.now()
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      if (!this.#isOn || name === 'AbortError' || name === 'NotSupportedError') return
      if (name === 'NotAllowedError') this.#handlers.blocked()
      else this.#handlers.failed(String(error))
    }
  }

  /** Before the song's data are here the browser keeps the wish. @param {number} positionMs */
  #seek(positionMs) {
    const seconds = positionMs / 1000
    if (Math.abs(this.#element.currentTime - seconds) > 0.0005) this.#element.currentTime = seconds
  }

  /** @param {number} rate */
  #rate(rate) {
    this.#element.preservesPitch = false
    if (this.#element.playbackRate !== rate) this.#element.playbackRate = rate
  }
}
