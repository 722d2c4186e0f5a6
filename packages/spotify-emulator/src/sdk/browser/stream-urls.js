/**
 * Asks the provider where a song's sound comes from, and hands each answer to all who wait for it.
 */
export class StreamUrls {
  #ask
  /** @type {Map<string, ((address: string | null) => void)[]>} */
  #waiting = new Map()

  /** @param {(trackId: string) => boolean} ask false when it cannot be asked now */
  constructor(ask) {
    this.#ask = ask
  }

  /**
   * Null when there is no connection, or nothing to play.
   * @param {string} trackId
   * @returns {Promise<string | null>}
   */
  of(trackId) {
    return new Promise((resolve) => {
      this.#waiting.set(trackId, [...(this.#waiting.get(trackId) ?? []), resolve])
      if (!this.#ask(trackId)) this.answered(trackId, null)
    })
  }

  /** @param {string} trackId @param {string | null} address */
  answered(trackId, address) {
    const answers = this.#waiting.get(trackId) ?? []
    this.#waiting.delete(trackId)
    for (const answer of answers) answer(address)
  }

  /** The connection is gone, and with it every answer. */
  abandon() {
    for (const trackId of [...this.#waiting.keys()]) this.answered(trackId, null)
  }
}
