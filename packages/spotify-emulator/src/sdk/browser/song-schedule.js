const keptTimes = 3

/** @typedef {{ positionMs: number, atMs: number }} TimedPosition  a position, and when it is heard by `performance.now` */

/** Whether a song's beginning is yet to be heard. @param {TimedPosition} moment */
export const isToCome = ({ positionMs, atMs }) => atMs - positionMs > performance.now()

/** By what time the songs are heard that were told one: the newest of them. */
export class SongSchedule {
  /** @type {Map<string, TimedPosition>} */
  #times = new Map()

  /** @param {string} trackId @param {TimedPosition} moment */
  keep(trackId, moment) {
    this.#times.delete(trackId)
    this.#times.set(trackId, moment)
    for (const oldest of this.#times.keys()) if (this.#times.size > keptTimes) this.#times.delete(oldest)
  }

  /** Undefined where none was told. @param {string} trackId */
  of(trackId) {
    return this.#times.get(trackId)
  }

  /** @param {string} trackId */
  forget(trackId) {
    this.#times.delete(trackId)
  }

  clear() {
    this.#times.clear()
  }
}
