/**
 * Asks the provider for the addresses of songs. Requests for the same song at the same time share one answer.
 */
export class StreamUrls {
  #ask
  /** @type {Map<string, ((url: string | null) => void)[]>} */
  #waiting = new Map()

  /** @param {(trackId: string) => boolean} ask returns false without a connection */
  constructor(ask) {
    this.#ask = ask
  }

  /**
   * Returns the address of a song. Null without a connection, or when the provider has no such song.
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

  /** Answers all open requests with null, because the connection broke. */
  clear() {
    for (const trackId of [...this.#waiting.keys()]) this.answer(trackId, null)
  }
}
