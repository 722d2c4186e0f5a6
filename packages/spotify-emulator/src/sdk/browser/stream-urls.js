/** Asks the provider for the URLs of songs. All who wait for the same song get the same answer. */
export class StreamUrls {
  #ask
  /** @type {Map<string, ((url: string | null) => void)[]>} */
  #waiting = new Map()

  /** @param {(trackId: string) => boolean} ask returns false without a connection */
  constructor(ask) {
    this.#ask = ask
  }

  /**
   * Null without a connection, or when the provider has no such song.
   * @param {string} trackId
   * @returns {Promise<string | null>}
   */
  get(trackId) {
    return new Promise((resolve) => {
      this.#waiting.set(trackId, [...(this.#waiting.get(trackId) ?? []), resolve])
      if (!this.#ask(trackId)) this.answer(trackId, null)
    })
  }

  /** @param {string} trackId @param {string | null} url */
  answer(trackId, url) {
    const callbacks = this.#waiting.get(trackId) ?? []
    this.#waiting.delete(trackId)
    for (const callback of callbacks) callback(url)
  }

  /** Answers all with null, after the connection broke. */
  clear() {
    for (const trackId of [...this.#waiting.keys()]) this.answer(trackId, null)
  }
}
