/** The two `<audio>` elements of the page. There are two, so that one can load while the other one plays. */
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

  /** The volume of both elements. @param {number} volume from 0 to 1 */
  set volume(volume) {
    for (const element of this.#elements) {
      element.volume = volume
      // The element is muted at volume 0, because a page on an iPhone can mute an element but not set its volume.
      element.muted = volume === 0
    }
  }

  /** Returns an element that plays no song. One of the two is free, because only the earlier song can still play. */
  next() {
    return this.#elements.find((element) => this.#isFree(element)) ?? document.createElement('audio')
  }

  /**
   * Allows both elements to play later. Call this in a handler of a user gesture, because some browsers require a
   * gesture for each element.
   */
  unlock() {
    for (const element of this.#elements) {
      if (!this.#isFree(element)) continue
      element.src = this.#silenceUrl
      element.play().catch(() => undefined)
    }
  }

  /** @param {HTMLAudioElement} element */
  #isFree(element) {
    const file = element.getAttribute('src')
    return file === null || file === this.#silenceUrl
  }
}
