/** @import { PieceSong } from './song-cache.js' */
import { failureMessage, pieceSec } from './download.js'

/**
 * The pieces of the next `loadAheadSec` seconds are loaded first. Then the pieces up to `loadReserveSec` seconds
 * ahead are loaded one by one, as a reserve for a broken network.
 */
const loadAheadSec = 8
const loadReserveSec = 20
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
    const wanted =
      soon.length > 0 ? soon : missing(fromSec + loadAheadSec, fromSec + loadReserveSec).slice(0, 1)
    // After a failure, only one piece loads at a time, until the provider answers again.
    for (const index of wanted.filter((each) => !this.#loading.has(each)))
      if (this.#loading.size < (this.#failures > 0 ? 1 : parallelLoads)) void this.#load(index, isSoon(index))
  }

  /** Ends the pause after a failure. Call this when the provider can be reached again. */
  retryNow() {
    this.#retryAtSec = 0
  }

  /** @param {number} index @param {boolean} isSoon whether the piece is also decoded, because it plays soon */
  async #load(index, isSoon) {
    this.#loading.add(index)
    try {
      await (isSoon ? this.#song.piece(index) : this.#song.load(index))
      this.#failures = 0
    } catch (error) {
      this.#countFailure(failureMessage(error))
    } finally {
      this.#loading.delete(index)
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
