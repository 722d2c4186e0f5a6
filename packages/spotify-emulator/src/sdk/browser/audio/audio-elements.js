/** The two `<audio>` elements of the page: one can load while the other one plays. */
export class AudioElements {
  #silenceUrl
  #elements = [document.createElement('audio'), document.createElement('audio')]

  /** @param {string} silenceUrl */
  constructor(silenceUrl) {
    this.#silenceUrl = silenceUrl
    for (const element of this.#elements) {
      element.preload = 'auto'
      element.crossOrigin = 'anonymous'
    }
  }

  /** Adds the elements to the page, if they are not there yet. */
  attach() {
    for (const element of this.#elements) if (!element.isConnected) document.body.append(element)
  }

  remove() {
    for (const element of this.#elements) element.remove()
  }

  /** @param {number} volume */
  set volume(volume) {
    for (const element of this.#elements) {
      element.volume = volume
      // On an iPhone a page cannot set the volume, but it can mute.
      element.muted = volume === 0
    }
  }

  /** The element that was not used last. */
  next() {
    this.#elements.reverse()
    return this.#elements[0] ?? document.createElement('audio')
  }

  /** Call it in a gesture: some browsers require one for each element. */
  unlock() {
    for (const element of this.#elements) {
      if (element.hasAttribute('src') && element.src !== this.#silenceUrl) continue
      element.src = this.#silenceUrl
      element.play().catch(() => undefined)
    }
  }
}
