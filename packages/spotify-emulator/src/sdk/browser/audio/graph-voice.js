/** @import { VoiceHandlers } from './audio-player.js' */
/** @import { OutputClock } from './output-clock.js' */
/** @import { WavSong } from './wav-song.js' */
import { marginSec, pieceSec } from './wav-song.js'

/** Half of the crossfade between two pieces. */
const fadeSec = 0.004
/** The shortest time before the start of a piece. */
const soonestSec = 0.03
/** Pieces are scheduled this long ahead, because a page in the background only updates once a second. */
const scheduleAheadSec = 2.5
/**
 * Pieces are loaded this long ahead. If the network is fast enough, further pieces are loaded one by one, in
 * case the network breaks.
 */
const loadAheadSec = 8
const loadReserveSec = 20
/** The number of parallel loads. With more, all of them would be late on a slow network. */
const parallelLoads = 3
const firstRetrySec = 0.5
const longestRetrySec = 2
const failuresToReport = 3
/** A larger offset is corrected by a crossfade, a smaller one by a change of rate that nobody hears. */
const crossfadeBeyondSec = 0.006
const crossfadePauseSec = 0.4
const largestRateChange = 0.004
const toleranceSec = 0.0003

/**
 * @typedef {{ fromSec: number, atSec: number, untilSec: number, rate: number }} PieceTiming
 *   the position `fromSec` of the song plays at `atSec` of the graph
 * @typedef {PieceTiming & { source: AudioBufferSourceNode, gain: GainNode }} ScheduledPiece
 */

/**
 * Plays one song on the audio graph, scheduled piece by piece to the sample. It compares the position with the target all
 * the time and corrects the drift.
 */
export class GraphVoice {
  #context
  #clock
  #output
  #song
  #targetMs
  #handlers
  /** @type {ScheduledPiece[]} */
  #scheduled = []
  /** The start of the next piece. @type {{ atSec: number, fromSec: number } | null} */
  #next = null
  #lastCrossfadeSec = 0
  #isOn = false
  #isHeard = false
  /** The indexes of the pieces that load now. @type {Set<number>} */
  #loading = new Set()
  #failures = 0
  #retryAtSec = 0
  /** The moment of the graph at which the song stops. */
  #stopAtSec = Number.POSITIVE_INFINITY

  /**
   * @param {{ context: AudioContext, output: AudioNode, clock: OutputClock }} graph
   * @param {WavSong} song
   * @param {(pageMs: number) => number} targetMs the position to hear at a moment of the page's clock; negative before
   *   the song's start
   * @param {VoiceHandlers} handlers
   */
  constructor({ context, output, clock }, song, targetMs, handlers) {
    this.#context = context
    this.#clock = clock
    this.#output = output
    this.#song = song
    this.#targetMs = targetMs
    this.#handlers = handlers
  }

  get isOn() {
    return this.#isOn
  }

  play() {
    this.#isOn = true
    this.#stopAtSec = Number.POSITIVE_INFINITY
    this.update()
  }

  pause() {
    this.#isOn = false
    this.#isHeard = false
    this.#cutAt(this.#context.currentTime)
    this.#next = null
  }

  /** Stops at a moment of the page's clock, and plays until then. @param {number} pageMs */
  stopAt(pageMs) {
    this.#stopAtSec = this.#clock.graphSec(pageMs)
    this.#cutAt(this.#stopAtSec)
    this.update()
  }

  /** The position that is heard, and when. Null while nothing is heard. */
  heard() {
    const nowSec = this.#context.currentTime
    const position = this.#positionSec(nowSec)
    if (position === null) return null
    const { withinMs } = this.#clock
    return { positionMs: position * 1000, atMs: this.#clock.heardAtMs(nowSec), withinMs }
  }

  /** Loads the pieces that play first. @returns {Promise<unknown>} */
  prepare() {
    const fromSec = Math.max(0, this.#targetMs(performance.now()) / 1000)
    return Promise.all(this.#indexes(fromSec, fromSec + pieceSec / 2).map((index) => this.#song.piece(index)))
  }

  /** Corrects even a small offset at once. */
  align() {
    this.#lastCrossfadeSec = 0
    this.update(toleranceSec)
  }

  /** Schedules the next pieces and corrects the drift. Call it several times a second. */
  update(beyondSec = crossfadeBeyondSec) {
    if (!this.#isOn || !this.#clock.isReady) return
    const now = this.#context.currentTime
    this.#scheduled = this.#scheduled.filter(({ untilSec }) => untilSec > now - 1)
    this.#correct(now + soonestSec, beyondSec)
    if (this.#next === null || this.#next.atSec < now + soonestSec / 2) this.#startAt(now + soonestSec)
    this.#schedule(Math.min(now + scheduleAheadSec, this.#stopAtSec))
    this.#loadAhead(this.#next?.fromSec ?? 0)
    this.#report(now)
  }

  /** @param {number} earliestSec */
  #startAt(earliestSec) {
    const fromSec = this.#targetSec(earliestSec)
    this.#next = fromSec < 0 ? { atSec: earliestSec - fromSec, fromSec: 0 } : { atSec: earliestSec, fromSec }
  }

  /** Crossfades to the target position, if the offset is too large. @param {number} atSec @param {number} beyondSec */
  #correct(atSec, beyondSec) {
    const position = this.#positionSec(atSec)
    const isPauseOver = atSec - this.#lastCrossfadeSec > crossfadePauseSec
    if (position === null || !isPauseOver || Math.abs(this.#targetSec(atSec) - position) <= beyondSec) return
    this.#lastCrossfadeSec = atSec
    this.#cutAt(atSec)
    this.#startAt(atSec)
  }

  /** @param {number} untilSec */
  #schedule(untilSec) {
    while (this.#next !== null && this.#next.atSec < untilSec) {
      const { atSec, fromSec } = this.#next
      if (fromSec >= this.#song.durationSec - 0.0005) return
      // Just before the end of a piece, the margin of the next piece holds the same samples.
      const index = Math.floor(fromSec + marginSec - fadeSec)
      const piece = this.#song.loadedPiece(index)
      if (!piece) return
      const endSec = Math.min(
        (index + 1) * pieceSec,
        this.#song.durationSec,
        fromSec + Math.max(2 * fadeSec, this.#stopAtSec - atSec),
      )
      const offsetSec = this.#targetSec(atSec) - fromSec
      const rateChange = Math.abs(offsetSec) < toleranceSec ? 0 : offsetSec / (endSec - fromSec)
      const rate = 1 + Math.min(largestRateChange, Math.max(-largestRateChange, rateChange))
      const pieceEndSec = atSec + (endSec - fromSec) / rate
      this.#schedulePiece(piece, index, { fromSec, atSec, untilSec: pieceEndSec, rate })
      this.#next = { atSec: pieceEndSec, fromSec: endSec }
    }
  }

  /** Loads the pieces from a position on. @param {number} fromSec */
  #loadAhead(fromSec) {
    if (this.#context.currentTime < this.#retryAtSec) return
    const missing = (/** @type {number} */ from, /** @type {number} */ until) =>
      this.#indexes(from, until).filter((index) => !this.#song.loadedPiece(index))
    const soon = missing(fromSec, fromSec + loadAheadSec)
    const wanted =
      soon.length > 0 ? soon : missing(fromSec + loadAheadSec, fromSec + loadReserveSec).slice(0, 1)
    for (const index of wanted)
      if (this.#loading.size < parallelLoads && !this.#loading.has(index)) void this.#load(index)
  }

  /** @param {AudioBuffer} buffer @param {number} index @param {PieceTiming} timing */
  #schedulePiece(buffer, index, timing) {
    const { fromSec, atSec, untilSec, rate } = timing
    const source = new AudioBufferSourceNode(this.#context, { buffer, playbackRate: rate })
    const gain = new GainNode(this.#context, { gain: 0 })
    source.connect(gain).connect(this.#output)
    const offsetSec = fromSec - index * pieceSec + (index === 0 ? 0 : marginSec)
    const leadSec = Math.min(fadeSec, offsetSec)
    const beginSec = Math.max(this.#context.currentTime, atSec - leadSec)
    gain.gain.setValueAtTime(0, beginSec)
    gain.gain.linearRampToValueAtTime(1, atSec + fadeSec)
    gain.gain.setValueAtTime(1, untilSec - fadeSec)
    gain.gain.linearRampToValueAtTime(0, untilSec + fadeSec)
    source.start(beginSec, offsetSec - (atSec - beginSec) * rate)
    source.stop(untilSec + fadeSec)
    this.#scheduled.push({ ...timing, source, gain })
  }

  /** Removes what is scheduled from a moment of the graph on. @param {number} atSec */
  #cutAt(atSec) {
    for (const piece of this.#scheduled) {
      if (piece.untilSec <= atSec) continue
      if (piece.atSec >= atSec) {
        piece.source.stop()
        piece.source.disconnect()
        piece.untilSec = piece.atSec
        continue
      }
      piece.gain.gain.cancelScheduledValues(atSec - fadeSec)
      piece.gain.gain.setValueAtTime(1, atSec - fadeSec)
      piece.gain.gain.linearRampToValueAtTime(0, atSec + fadeSec)
      piece.source.stop(atSec + fadeSec)
      piece.untilSec = atSec
    }
    this.#scheduled = this.#scheduled.filter(({ atSec: from, untilSec }) => untilSec > from)
  }

  /** The position that plays at a moment of the graph. Null when none does. @param {number} contextSec */
  #positionSec(contextSec) {
    const piece = this.#scheduled.find(({ atSec, untilSec }) => contextSec >= atSec && contextSec < untilSec)
    return piece ? piece.fromSec + (contextSec - piece.atSec) * piece.rate : null
  }

  /** The position to play at a moment of the graph. @param {number} contextSec */
  #targetSec(contextSec) {
    return this.#targetMs(this.#clock.heardAtMs(contextSec)) / 1000
  }

  /** Calls the handlers when something changed for the listener. @param {number} now */
  #report(now) {
    const isHeard = this.#positionSec(now) !== null
    const wasHeard = this.#isHeard
    this.#isHeard = isHeard
    if (isHeard) return wasHeard ? undefined : this.#handlers.sounding()
    const isAllScheduled = (this.#next?.fromSec ?? 0) >= this.#song.durationSec - 0.0005
    // This also ends a song that waits for a piece: its loads would slow down the next song.
    if (now >= this.#stopAtSec) this.#isOn = false
    else if (isAllScheduled && this.#scheduled.every(({ untilSec }) => untilSec <= now)) {
      this.#isOn = false
      this.#handlers.ended()
    } else if (wasHeard) this.#handlers.waiting()
  }

  /** @param {number} index */
  async #load(index) {
    this.#loading.add(index)
    try {
      await this.#song.piece(index)
      this.#failures = 0
    } catch (error) {
      this.#loadFailed(String(error))
    } finally {
      this.#loading.delete(index)
    }
    this.update()
  }

  /** @param {string} message */
  #loadFailed(message) {
    const now = this.#context.currentTime
    // Parallel loads that fail together count once.
    if (now < this.#retryAtSec) return
    const waitSec = Math.min(firstRetrySec * 2 ** this.#failures, longestRetrySec)
    this.#failures += 1
    // The wait is random, so that not all listeners reconnect at the same moment after an outage.
    this.#retryAtSec = now + waitSec * (0.75 + Math.random() / 2)
    const isSilent = this.#isOn && this.#positionSec(now) === null
    if (isSilent && this.#failures >= failuresToReport) this.#handlers.failed(message)
  }

  /** The indexes of the pieces in a part of the song. @param {number} fromSec @param {number} untilSec */
  #indexes(fromSec, untilSec) {
    const last = Math.floor((Math.min(untilSec, this.#song.durationSec) - 0.0005) / pieceSec)
    const first = Math.floor(fromSec / pieceSec)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }
}
