/** @import { PieceSong } from './song-cache.js' */
import { failureMessage, pieceSec } from './download.js'

/**
 * The pieces of the next `loadAheadSec` seconds are loaded first. Then the pieces up to `loadReserveSec` seconds
 * ahead are loaded as a reserve for a broken network.
 */
const loadAheadSec = 8
const loadReserveSec = 24
/** The number of pieces of the reserve that load together, because each request costs processor time. */
const reservePieces = 4
/** Pieces that play within this many seconds are also decoded. */
const decodeAheadSec = 4
/**
 * The number of pieces that load at the same time. More parallel loads would make all of them late on a slow
 * network.
 */
const parallelLoads = 3
const firstRetrySec = 0.5
const longestRetrySec = 4
const failuresToReport = 3

/** Loads the pieces of one song before they play. */
export class PieceLoader {
  #context
  #song
  #handlers
  /** The indexes of the pieces that are being loaded. @type {Set<number>} */
  #loading = new Set()
  #failures = 0
  #retryAtSec = 0

  /**
   * @param {{ readonly currentTime: number }} context
   * @param {PieceSong} song
   * @param {{ loadEnded(): void, failed(message: string): void }} handlers `loadEnded` is called after each load, and
   * `failed` after the third and each later consecutive failure
   */
  constructor(context, song, handlers) {
    this.#context = context
    this.#song = song
    this.#handlers = handlers
  }

  /** Loads and decodes the pieces that play first. @param {number} fromSec @returns {Promise<unknown>} */
  prepare(fromSec) {
    return Promise.all(this.#indexes(fromSec, fromSec + pieceSec / 2).map((index) => this.#song.piece(index)))
  }

  /**
   * Loads the pieces from a position on. The pieces that must play now come first.
   * @param {number} fromSec
   * @param {boolean} isAudible whether the song is audible now
   */
  loadAhead(fromSec, isAudible) {
    if (this.#context.currentTime < this.#retryAtSec) return
    const isSoon = (/** @type {number} */ index) => index * pieceSec < fromSec + decodeAheadSec
    const missing = (/** @type {number} */ from, /** @type {number} */ until) =>
      this.#indexes(from, until).filter((index) =>
        isSoon(index) ? !this.#song.loadedPiece(index) : !this.#song.isLoaded(index),
      )
    const now = isAudible ? [] : missing(fromSec, fromSec + pieceSec / 2)
    const soon = now.length > 0 ? now : missing(fromSec, fromSec + loadAheadSec)
    if (soon.length === 0) {
      const isEnd = fromSec + loadReserveSec >= this.#song.durationSec
      this.#loadReserve(missing(fromSec + loadAheadSec, fromSec + loadReserveSec), isEnd)
      return
    }
    for (const index of soon.filter((each) => !this.#loading.has(each)))
      if (this.#loading.size < this.#atMost(parallelLoads))
        void this.#load([index], () => (isSoon(index) ? this.#song.piece(index) : this.#song.load(index, 1)))
  }

  /**
   * Loads some pieces of the reserve together, unless only a few are missing.
   * @param {readonly number[]} missing the indexes in ascending order
   * @param {boolean} isEnd whether no piece follows them, so that they never become more
   */
  #loadReserve(missing, isEnd) {
    const together = this.#atMost(reservePieces)
    const [first] = missing
    if (first === undefined || this.#loading.size > 0 || (missing.length < together && !isEnd)) return
    const indexes = missing.slice(0, together).filter((index, at) => index === first + at)
    void this.#load(indexes, () => this.#song.load(first, indexes.length))
  }

  /** After a failure, only one piece loads at a time, until the provider answers again. @param {number} pieces */
  #atMost(pieces) {
    return this.#failures > 0 ? 1 : pieces
  }

  /** Ends the pause after a failure. Call this when the provider can be reached again. */
  retryNow() {
    this.#retryAtSec = 0
  }

  /** @param {readonly number[]} indexes the pieces that `load` loads @param {() => Promise<unknown>} load */
  async #load(indexes, load) {
    for (const index of indexes) this.#loading.add(index)
    try {
      await load()
      this.#failures = 0
    } catch (error) {
      this.#countFailure(failureMessage(error))
    } finally {
      for (const index of indexes) this.#loading.delete(index)
    }
    this.#handlers.loadEnded()
  }

  /** Starts a pause after a failed load, and reports the third and each later failure. @param {string} message */
  #countFailure(message) {
    const now = this.#context.currentTime
    // If parallel loads fail together, they count as one failure.
    if (now < this.#retryAtSec) return
    const waitSec = Math.min(firstRetrySec * 2 ** this.#failures, longestRetrySec)
    this.#failures += 1
    // The pause has a random part, so that not all listeners reconnect at the same moment.
    this.#retryAtSec = now + waitSec * (0.75 + Math.random() / 2)
    if (this.#failures >= failuresToReport) this.#handlers.failed(message)
  }

  /** Returns the indexes of the pieces in a part of the song. @param {number} fromSec @param {number} untilSec */
  #indexes(fromSec, untilSec) {
    const last = Math.floor((Math.min(untilSec, this.#song.durationSec) - 0.0005) / pieceSec)
    const first = Math.floor(fromSec / pieceSec)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }
}
