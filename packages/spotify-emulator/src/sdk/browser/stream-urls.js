/** Requests the addresses of songs from the provider. Simultaneous calls for the same song share one answer. */
export class StreamUrls {
  #ask
  /** @type {Map<string, ((url: string | null) => void)[]>} */
  #waiting = new Map()

  /**
   * @param {(trackId: string) => boolean} ask sends the request; returns false if the page is not registered, because
   * the provider then does not answer
   */
  constructor(ask) {
    this.#ask = ask
  }

  /**
   * Returns the address of a song. Null while the page is not registered, or if the song does not exist. The provider
   * answers the message in `DeviceConnection` (`case 'stream'`), and the player passes this answer to `answer`.
   * @param {string} trackId
   * @returns {Promise<string | null>}
   */
  get(trackId) {
    return new Promise((resolve) => {
      this.#waiting.set(trackId, [...(this.#waiting.get(trackId) ?? []), resolve])
      if (!this.#ask(trackId)) this.answer(trackId, null)
    })
  }

  /**
   * Passes the provider's answer to the calls that wait for it.
   * @param {string} trackId @param {string | null} url
   */
  answer(trackId, url) {
    const callbacks = this.#waiting.get(trackId) ?? []
    this.#waiting.delete(trackId)
    for (const callback of callbacks) callback(url)
  }

  /** Answers all waiting calls with null, because the connection broke. */
  clear() {
    for (const trackId of [...this.#waiting.keys()]) this.answer(trackId, null)
  }
}
