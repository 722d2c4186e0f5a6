/** @import { VoiceHandlers } from './audio-player.js' */
/** @import { OutputClock } from './clock/output-clock.js' */
/** @import { PieceSong } from './song-cache.js' */
import { PieceLoader } from './piece-loader.js'
import { marginSec, pieceSec } from './download.js'

/** Half of the duration of the crossfade between two pieces, in seconds. */
const fadeSec = 0.004
/** A piece is scheduled at least this many seconds before its start, so that the graph does not miss the start. */
const soonestSec = 0.03
/** Sound is scheduled this many seconds in advance, because browsers update a hidden page only once a second. */
const scheduleAheadSec = 2.5
/**
 * The difference in seconds above which the position is corrected by a crossfade. A smaller difference is corrected
 * by a change of the rate, which is inaudible.
 */
const crossfadeBeyondSec = 0.006
const crossfadePauseSec = 0.4
/**
 * If the clock changes, the scheduled sound ends at a wrong time. If it is wrong by more than this many seconds,
 * the pieces that do not play yet are scheduled again.
 */
const rescheduleBeyondSec = 0.001
const largestRateChange = 0.004
const toleranceSec = 0.0003

/**
 * The position `fromSec` of the song plays at `atSec` of the graph's time. The piece ends at `untilSec`.
 * @typedef {{ fromSec: number, atSec: number, untilSec: number, rate: number }} PieceTiming
 * @typedef {PieceTiming & { source: AudioBufferSourceNode, gain: GainNode }} ScheduledPiece
 */

/**
 * Returns the index of the piece to play from a position. Near the end of a piece it is the next piece, whose
 * margin contains the same samples. @param {number} fromSec
 */
const indexAt = (fromSec) => Math.floor(fromSec + marginSec - fadeSec)

/**
 * Plays one song on the audio graph, piece by piece and exact to the sample. Each update compares the position with
 * the target and corrects the difference.
 */
export class GraphVoice {
  #context
  #clock
  #output
  #song
  #loader
  #targetMs
  #handlers
  /** @type {ScheduledPiece[]} */
  #scheduled = []
  #soonestSec
  /**
   * The scheduled start of the next piece: the graph's time, and the position in the song.
   * @type {{ atSec: number, fromSec: number } | null}
   */
  #next = null
  #lastCrossfadeSec = 0
  #lastRescheduledSec = 0
  #isOn = false
  #isAudible = false
  /** The end of the sound, in milliseconds of the page's clock. */
  #stopAtMs = Number.POSITIVE_INFINITY
  /** The same, in seconds of the graph's time. Each update sets it, because an earlier clock may have been wrong. */
  #stopAtSec = Number.POSITIVE_INFINITY
  graphStopped = () => this.#isOn && this.#handlers.paused()

  /**
   * @param {{ context: AudioContext, output: AudioNode, clock: OutputClock }} graph
   * @param {PieceSong} song
   * @param {(pageMs: number) => number} targetMs returns the position that must be heard at `pageMs` of the page's
   * clock; it is negative before the start of the song
   * @param {VoiceHandlers} handlers
   */
  constructor({ context, output, clock }, song, targetMs, handlers) {
    this.#context = context
    // The graph renders whole blocks, so a piece can only start after the current block.
    this.#soonestSec = soonestSec + (context.baseLatency || 0)
    this.#clock = clock
    this.#output = output
    this.#song = song
    this.#targetMs = targetMs
    this.#handlers = handlers
    this.#loader = new PieceLoader(context, song, {
      loadEnded: () => this.update(),
      failed: (message) => {
        if (this.#isOn && this.#positionSec(context.currentTime) === null) handlers.failed(message)
      },
    })
  }

  get isOn() {
    return this.#isOn
  }

  play() {
    this.#isOn = true
    this.#stopAtMs = Number.POSITIVE_INFINITY
    this.update()
  }

  pause() {
    this.#isOn = false
    this.#isAudible = false
    this.#cutAt(this.#context.currentTime)
    this.#next = null
  }

  /** Stops the song when the page's clock reaches `pageMs`. @param {number} pageMs */
  stopAt(pageMs) {
    this.#stopAtMs = pageMs
    this.update()
  }

  /**
   * Returns the audible position, and the time at which it is heard. Null while no sound is audible. While the clock is
   * not ready, it returns the target with an unknown error.
   */
  audiblePosition() {
    const nowSec = this.#context.currentTime
    const position = this.#positionSec(nowSec)
    if (position === null) return null
    const { isReady, withinMs } = this.#clock
    const atMs = isReady ? this.#clock.audibleAtMs(nowSec) : performance.now()
    return { positionMs: isReady ? position * 1000 : this.#targetMs(atMs), atMs, withinMs }
  }

  /** Loads the pieces that play first. @returns {Promise<unknown>} */
  prepare() {
    const fromSec = Math.max(0, this.#targetMs(performance.now()) / 1000)
    return this.#loader.prepare(fromSec)
  }

  /** Immediately corrects also a small difference from the target, and loads failed pieces again. */
  align() {
    this.#lastCrossfadeSec = 0
    this.#loader.retryNow()
    this.update(toleranceSec)
  }

  /**
   * Schedules the next pieces, and corrects the position if it differs from the target by more than `beyondSec`.
   * Call this several times a second.
   */
  update(beyondSec = crossfadeBeyondSec) {
    if (!this.#isOn || !this.#clock.isReady) return
    const now = this.#context.currentTime
    this.#scheduled = this.#scheduled.filter(({ untilSec }) => untilSec > now - 1)
    this.#stopAtSec = this.#clock.graphSec(this.#stopAtMs)
    this.#cutAt(Math.max(now, this.#stopAtSec))
    this.#correct(now + this.#soonestSec, beyondSec)
    this.#reschedule(now + this.#soonestSec)
    // While no piece is scheduled, each update sets the start again. The start that an earlier update set may be wrong,
    // because the clock was less exact then (M10).
    if (this.#scheduled.length === 0 || this.#next === null || this.#next.atSec < now + soonestSec / 2)
      this.#startAt(now + this.#soonestSec)
    this.#schedule(Math.min(now + scheduleAheadSec, this.#stopAtSec))
    this.#loader.loadAhead(this.#next?.fromSec ?? 0, this.#isAudible)
    this.#report(now)
  }

  /**
   * Sets the start of the next piece: now or, if the song has not started, at its start. @param {number}
   * earliestSec
   */
  #startAt(earliestSec) {
    const fromSec = this.#targetSec(earliestSec)
    this.#next = fromSec < 0 ? { atSec: earliestSec - fromSec, fromSec: 0 } : { atSec: earliestSec, fromSec }
  }

  /**
   * Crossfades to the target if the difference from it is larger than `beyondSec`.
   * @param {number} atSec @param {number} beyondSec
   */
  #correct(atSec, beyondSec) {
    const position = this.#positionSec(atSec)
    const isPauseOver = atSec - this.#lastCrossfadeSec > crossfadePauseSec
    if (position === null || !isPauseOver || Math.abs(this.#targetSec(atSec) - position) <= beyondSec) return
    this.#lastCrossfadeSec = atSec
    this.#cutAt(atSec)
    this.#startAt(atSec)
  }

  /**
   * Schedules waiting pieces again if the clock has changed. A song that has not started gets a new start. For a
   * playing song, the next piece gets a new rate. @param {number} earliestSec
   */
  #reschedule(earliestSec) {
    const index = this.#scheduled.findIndex(({ atSec }) => atSec > earliestSec)
    const piece = this.#scheduled[index]
    if (!piece || this.#next === null) return
    const offSec = this.#targetSec(this.#next.atSec) - this.#next.fromSec
    if (Math.abs(offSec) <= rescheduleBeyondSec) return
    // Each piece is scheduled again only once. A difference that the largest rate change cannot correct would
    // otherwise schedule it again in every update.
    if (index > 0 && piece.atSec - this.#lastRescheduledSec < pieceSec / 2) return
    // The pieces must still be in the cache, because they are scheduled again from there.
    if (this.#scheduled.slice(index).some(({ fromSec }) => !this.#song.loadedPiece(indexAt(fromSec)))) return
    this.#lastRescheduledSec = piece.atSec
    this.#cutAt(piece.atSec)
    this.#next = index > 0 ? { atSec: piece.atSec, fromSec: piece.fromSec } : null
  }

  /** Schedules the loaded pieces that start before `untilSec` of the graph's time. @param {number} untilSec */
  #schedule(untilSec) {
    while (this.#next !== null && this.#next.atSec < untilSec) {
      const { atSec, fromSec } = this.#next
      if (fromSec >= this.#song.durationSec - 0.0005) return
      const index = indexAt(fromSec)
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

  /**
   * Schedules one piece, with a crossfade at both ends.
   * @param {AudioBuffer} buffer @param {number} index @param {PieceTiming} timing
   */
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

  /** Removes all scheduled sound after `atSec` of the graph's time. @param {number} atSec */
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

  /**
   * Returns the song position in seconds that plays at `contextSec` of the graph's time. Null if nothing plays
   * then.
   * @param {number} contextSec
   */
  #positionSec(contextSec) {
    const piece = this.#scheduled.find(({ atSec, untilSec }) => contextSec >= atSec && contextSec < untilSec)
    return piece ? piece.fromSec + (contextSec - piece.atSec) * piece.rate : null
  }

  /**
   * Returns the song position in seconds that must play at `contextSec` of the graph's time.
   * @param {number} contextSec
   */
  #targetSec(contextSec) {
    return this.#targetMs(this.#clock.audibleAtMs(contextSec)) / 1000
  }

  /** Calls a handler when the sound starts, waits for a piece, or ends. @param {number} now */
  #report(now) {
    const isAudible = this.#positionSec(now) !== null
    const wasAudible = this.#isAudible
    this.#isAudible = isAudible
    if (isAudible) return wasAudible ? undefined : this.#handlers.sounding()
    const isAllScheduled = (this.#next?.fromSec ?? 0) >= this.#song.durationSec - 0.0005
    // At `#stopAtSec` the song ends even if a piece is still loading, because more loading would slow down the next
    // song.
    if (now >= this.#stopAtSec) this.#isOn = false
    else if (isAllScheduled && this.#scheduled.every(({ untilSec }) => untilSec <= now)) {
      this.#isOn = false
      this.#handlers.ended()
    } else if (wasAudible) this.#handlers.waiting()
  }
}
