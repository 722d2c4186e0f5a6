/** The page's two `<audio>` elements: one can be filled while the other one sounds. */
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

  /** Puts the elements into the page, where they are not there already. */
  attach() {
    for (const element of this.#elements) if (!element.isConnected) document.body.append(element)
  }

  remove() {
    for (const element of this.#elements) element.remove()
  }

  /** @param {number} volume */
  set volume(volume) {
    for (const element of this.#elements) element.volume = volume
  }

  /** The one that was used longest ago. */
  next() {
    this.#elements.reverse()
    return this.#elements[0] ?? document.createElement('audio')
  }

  /** Call in a gesture: browsers that ask for one per element let both play from now on. */
  unlock() {
    for (const element of this.#elements) {
      if (element.hasAttribute('src') && element.src !== this.#silenceUrl) continue
      element.src = this.#silenceUrl
      element.play().catch(() => undefined)
    }
  }
}
