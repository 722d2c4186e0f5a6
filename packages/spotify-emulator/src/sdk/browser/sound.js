/**
 * Where sound comes from: two `<audio>` elements, so that the next song is loaded while this one plays and starts
 * without a gap. The one that counts carries `data-spotify-player`, the other `data-spotify-standby`.
 */
export class Sound {
  #silenceUrl
  #handlers
  #current
  #standby
  /** What each element holds: the song, and whether it is a song at all (not the silence that unlocks it). */
  /** @type {WeakMap<HTMLAudioElement, string>} */
  #holds = new WeakMap()
  #rate = 1
  /** Answers whoever waits for the standby's song. */
  /** @type {(here: boolean) => void} */
  #settlePreload = () => undefined

  /**
   * @param {string} silenceUrl
   * @param {{
   *   playing(): void, waiting(): void, ended(): void, seeked(): void,
   *   paused(): void, failed(message: string): void, blocked(): void,
   * }} handlers
   */
  constructor(silenceUrl, handlers) {
    this.#silenceUrl = silenceUrl
    this.#handlers = handlers
    this.#current = this.#element('data-spotify-player')
    this.#standby = this.#element('data-spotify-standby')
    this.attach()
  }

  /** Puts the elements into the page, where they are not there already. */
  attach() {
    for (const element of [this.#current, this.#standby]) {
      if (!element.isConnected) document.body.append(element)
    }
  }

  /** @param {string} mark */
  #element(mark) {
    const element = document.createElement('audio')
    element.preload = 'auto'
    element.crossOrigin = 'anonymous'
    element.setAttribute(mark, '')
    /** @param {string} event @param {() => void} handler */
    const listen = (event, handler) =>
      element.addEventListener(event, () => {
        if (element === this.#current && this.#holds.has(element)) handler()
      })
    listen('playing', () => this.#handlers.playing())
    listen('waiting', () => this.#handlers.waiting())
    listen('seeked', () => this.#handlers.seeked())
    listen('ended', () => this.#handlers.ended())
    listen('pause', () => element.ended || this.#handlers.paused())
    listen('error', () => this.#handlers.failed(element.error?.message || 'The song could not be loaded.'))
    return element
  }

  get positionMs() {
    return this.#current.currentTime * 1000
  }

  get paused() {
    return this.#current.paused
  }

  get volume() {
    return this.#current.volume
  }

  set volume(volume) {
    this.#current.volume = volume
    this.#standby.volume = volume
  }

  /**
   * Puts a song under the needle at exactly this position; silent until `play`.
   * @param {string} trackId @param {string} url @param {number} positionMs
   */
  load(trackId, url, positionMs) {
    if (this.#holds.get(this.#standby) === trackId) this.#swap()
    else if (this.#holds.get(this.#current) !== trackId || this.#current.error !== null) {
      this.#fill(this.#current, trackId, url)
    } else this.#current.pause()
    this.#applyRate(this.#current)
    this.seek(positionMs)
  }

  /**
   * Loads a song that will be wanted soon. Resolves when its beginning is here; false when it cannot be had.
   * @param {string} trackId @param {string} url
   * @returns {Promise<boolean>}
   */
  preload(trackId, url) {
    const element = this.#standby
    if (this.#holds.get(this.#current) === trackId) return Promise.resolve(true)
    if (this.#holds.get(element) !== trackId || element.error !== null) this.#fill(element, trackId, url)
    if (element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settled = new AbortController()
      this.#settlePreload = (here) => {
        settled.abort()
        resolve(here)
      }
      element.addEventListener('canplay', () => this.#settlePreload(true), { signal: settled.signal })
      element.addEventListener('error', () => this.#settlePreload(false), { signal: settled.signal })
    })
  }

  #swap() {
    const before = this.#current
    this.#current = this.#standby
    this.#standby = before
    this.#current.toggleAttribute('data-spotify-standby', false)
    this.#current.toggleAttribute('data-spotify-player', true)
    before.toggleAttribute('data-spotify-player', false)
    before.toggleAttribute('data-spotify-standby', true)
    this.#empty(before)
  }

  /** @param {HTMLAudioElement} element @param {string} trackId @param {string} url */
  #fill(element, trackId, url) {
    if (element === this.#standby) this.#settlePreload(false)
    this.#holds.set(element, trackId)
    element.src = url
    element.load()
  }

  /** @param {HTMLAudioElement} element */
  #empty(element) {
    if (element === this.#standby) this.#settlePreload(false)
    this.#holds.delete(element)
    element.pause()
    element.removeAttribute('src')
    element.load()
  }

  /** Starts or goes on. Whether the browser allows it is told by its own answer, not guessed. */
  async play() {
    const element = this.#current
    if (!this.#holds.has(element)) return
    try {
      await element.play()
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      if (element !== this.#current) return
      if (name === 'NotAllowedError') this.#handlers.blocked()
      // AbortError: a newer command came in between; NotSupportedError comes as an error event, too.
      else if (name !== 'AbortError' && name !== 'NotSupportedError') this.#handlers.failed(String(error))
    }
  }

  pause() {
    this.#current.pause()
  }

  /**
   * Before the song's data are here the browser keeps the wish; where it forgets it, it is repeated then.
   * @param {number} positionMs
   */
  seek(positionMs) {
    const element = this.#current
    const seconds = positionMs / 1000
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) {
      if (Math.abs(element.currentTime - seconds) > 0.0005) element.currentTime = seconds
      return
    }
    const trackId = this.#holds.get(element)
    element.currentTime = seconds
    element.addEventListener(
      'loadedmetadata',
      () => {
        const same = this.#holds.get(element) === trackId
        if (same && Math.abs(element.currentTime - seconds) > 0.001) element.currentTime = seconds
      },
      { once: true },
    )
  }

  /** Stops and lets go of the data. */
  stop() {
    this.#empty(this.#current)
    this.#empty(this.#standby)
  }

  /** @param {number} rate */
  setRate(rate) {
    this.#rate = rate
    this.#applyRate(this.#current)
  }

  /**
   * Within three percent the pitch may follow: nobody hears a few cents, while keeping the pitch cuts the sound into
   * pieces. Beyond it the pitch is kept.
   * @param {HTMLAudioElement} element
   */
  #applyRate(element) {
    element.preservesPitch = Math.abs(this.#rate - 1) > 0.03
    element.defaultPlaybackRate = this.#rate
    element.playbackRate = this.#rate
  }

  /** Call in a gesture: browsers that ask for one per element let both play from now on. */
  unlock() {
    for (const element of [this.#current, this.#standby]) {
      if (!element.paused) continue
      if (!this.#holds.has(element)) element.src = this.#silenceUrl
      element.play().catch(() => undefined)
      if (this.#holds.has(element)) element.pause()
    }
  }

  /** Falls silent and leaves nothing in the page. */
  remove() {
    this.stop()
    this.#current.remove()
    this.#standby.remove()
  }
}
