/** @import { OutputClock } from './output-clock.js' */
/** @import { VoiceHandlers } from './audio-player.js' */
/** @import { WavSong } from './wav-song.js' */
import { marginSec, pieceSec } from './wav-song.js'

/** Half of the time in which one piece gives way to the next. */
const fadeSec = 0.004
/** The soonest that a piece can be put on the graph. */
const soonSec = 0.03
/** Pieces are put on the graph this long before they sound: a page in the background looks once a second. */
const aheadSec = 2.5
/** And fetched this long before; more of it one by one when there is time, for a net or a provider that goes away. */
const fetchedSec = 8
const storedSec = 20
/** So many pieces come at once: on a slow net, more would all come late. */
const comingAtOnce = 3
/** What does not come is asked for again after this long, and then after longer: what is here goes on sounding. */
const triesApartSec = 0.5
const mostTriesApartSec = 2
const mostFailures = 3
/** A distance above this is left by one short crossfade, below it by a change of rate that nobody hears. */
const spliceSec = 0.006
const splicesApartSec = 0.4
const mostRate = 0.004
const quietSec = 0.0003

/**
 * @typedef {{ fromSec: number, atSec: number, untilSec: number, rate: number, source: AudioBufferSourceNode, gain: GainNode }} ScheduledPiece
 *   a piece on the graph: the position `fromSec` of the song is made at `atSec`
 */

/**
 * One song, laid on the audio graph piece by piece so that it sounds exactly where it should: each moment of the graph
 * has its place in the song, and what drifts from it is brought back.
 */
export class GraphVoice {
  #context
  #clock
  #output
  #song
  #placeAtMs
  #handlers
  /** @type {ScheduledPiece[]} */
  #placed = []
  /** Where the next piece goes. @type {{ atSec: number, fromSec: number } | null} */
  #next = null
  #lastSpliceSec = 0
  #isOn = false
  #isHeard = false
  /** The pieces that were asked for and have not come. @type {Set<number>} */
  #coming = new Set()
  #failures = 0
  #triesAgainAtSec = 0

  /** No piece sounds from this moment of the graph on. */
  #leavesAtSec = Number.POSITIVE_INFINITY

  /**
   * @param {{ context: AudioContext, output: AudioNode, clock: OutputClock }} graph
   * @param {WavSong} song
   * @param {(pageMs: number) => number} placeAtMs the position that should be heard at a moment of the page's clock;
   *   below zero before the song's beginning
   * @param {VoiceHandlers} handlers
   */
  constructor({ context, output, clock }, song, placeAtMs, handlers) {
    this.#context = context
    this.#clock = clock
    this.#output = output
    this.#song = song
    this.#placeAtMs = placeAtMs
    this.#handlers = handlers
  }

  get isOn() {
    return this.#isOn
  }

  play() {
    this.#isOn = true
    this.#leavesAtSec = Number.POSITIVE_INFINITY
    this.tend()
  }

  pause() {
    this.#isOn = false
    this.#isHeard = false
    this.#cut(this.#context.currentTime)
    this.#next = null
  }

  /** Goes on until a moment of the page's clock, and then no further. @param {number} pageMs */
  leaveAt(pageMs) {
    this.#leavesAtSec = this.#clock.graphSec(pageMs)
    this.#cut(this.#leavesAtSec)
    this.tend()
  }

  /** What is heard, and when; null while nothing is. */
  heard() {
    const nowSec = this.#context.currentTime
    const position = this.#positionSec(nowSec)
    if (position === null) return null
    const { withinMs } = this.#clock
    return { positionMs: position * 1000, atMs: this.#clock.heardAtMs(nowSec), withinMs }
  }

  /** Fetches what will sound first. @returns {Promise<unknown>} */
  prepare() {
    const fromSec = Math.max(0, this.#placeAtMs(performance.now()) / 1000)
    return Promise.all(this.#indexes(fromSec, fromSec + pieceSec / 2).map((index) => this.#song.piece(index)))
  }

  /** Goes where it should be at once, however near it is. */
  align() {
    this.#lastSpliceSec = 0
    this.tend(quietSec)
  }

  /** Keeps the graph filled and in time; to be called several times a second. */
  tend(beyondSec = spliceSec) {
    if (!this.#isOn || !this.#clock.isKnown) return
    const now = this.#context.currentTime
    this.#placed = this.#placed.filter(({ untilSec }) => untilSec > now - 1)
    this.#splice(now + soonSec, beyondSec)
    if (this.#next === null || this.#next.atSec < now + soonSec / 2) this.#begin(now + soonSec)
    this.#fill(Math.min(now + aheadSec, this.#leavesAtSec))
    this.#tell(now)
  }

  /** @param {number} soonestSec */
  #begin(soonestSec) {
    const fromSec = this.#placeAt(soonestSec)
    this.#next = fromSec < 0 ? { atSec: soonestSec - fromSec, fromSec: 0 } : { atSec: soonestSec, fromSec }
  }

  /** @param {number} atSec @param {number} beyondSec */
  #splice(atSec, beyondSec) {
    const position = this.#positionSec(atSec)
    const rested = atSec - this.#lastSpliceSec > splicesApartSec
    if (position === null || !rested || Math.abs(this.#placeAt(atSec) - position) <= beyondSec) return
    this.#lastSpliceSec = atSec
    this.#cut(atSec)
    this.#begin(atSec)
  }

  /** @param {number} untilSec */
  #fill(untilSec) {
    while (this.#next !== null && this.#next.atSec < untilSec) {
      const { atSec, fromSec } = this.#next
      if (fromSec >= this.#song.durationSec - 0.0005) return
      // So close before the end of a piece its successor's margin serves better.
      const index = Math.floor(fromSec + marginSec - fadeSec)
      const piece = this.#song.kept(index)
      if (!piece) break
      const endSec = Math.min(
        (index + 1) * pieceSec,
        this.#song.durationSec,
        fromSec + Math.max(2 * fadeSec, this.#leavesAtSec - atSec),
      )
      const offSec = this.#placeAt(atSec) - fromSec
      const wish = Math.abs(offSec) < quietSec ? 0 : offSec / (endSec - fromSec)
      const rate = 1 + Math.min(mostRate, Math.max(-mostRate, wish))
      this.#place(piece, index, { fromSec, atSec, untilSec: atSec + (endSec - fromSec) / rate, rate })
      this.#next = { atSec: atSec + (endSec - fromSec) / rate, fromSec: endSec }
    }
    this.#store(this.#next?.fromSec ?? 0)
  }

  /** Has what comes from here on fetched. @param {number} fromSec */
  #store(fromSec) {
    if (this.#context.currentTime < this.#triesAgainAtSec) return
    const missing = (/** @type {number} */ from, /** @type {number} */ until) =>
      this.#indexes(from, until).filter((index) => !this.#song.kept(index))
    const soon = missing(fromSec, fromSec + fetchedSec)
    const wanted = soon.length > 0 ? soon : missing(fromSec + fetchedSec, fromSec + storedSec).slice(0, 1)
    for (const index of wanted)
      if (this.#coming.size < comingAtOnce && !this.#coming.has(index)) void this.#fetch(index)
  }

  /** @param {AudioBuffer} buffer @param {number} index @param {{ fromSec: number, atSec: number, untilSec: number, rate: number }} where */
  #place(buffer, index, { fromSec, atSec, untilSec, rate }) {
    const source = new AudioBufferSourceNode(this.#context, { buffer, playbackRate: rate })
    const gain = new GainNode(this.#context, { gain: 0 })
    source.connect(gain).connect(this.#output)
    const heldBefore = index === 0 ? 0 : marginSec
    const offsetSec = fromSec - index * pieceSec + heldBefore
    const leadSec = Math.min(fadeSec, offsetSec)
    const beginSec = Math.max(this.#context.currentTime, atSec - leadSec)
    gain.gain.setValueAtTime(0, beginSec)
    gain.gain.linearRampToValueAtTime(1, atSec + fadeSec)
    gain.gain.setValueAtTime(1, untilSec - fadeSec)
    gain.gain.linearRampToValueAtTime(0, untilSec + fadeSec)
    source.start(beginSec, offsetSec - (atSec - beginSec) * rate)
    source.stop(untilSec + fadeSec)
    this.#placed.push({ fromSec, atSec, untilSec, rate, source, gain })
  }

  /** Ends at a moment of the graph whatever was to sound from there on. @param {number} atSec */
  #cut(atSec) {
    for (const piece of this.#placed) {
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
    this.#placed = this.#placed.filter(({ atSec: from, untilSec }) => untilSec > from)
  }

  /** The position that is made at a moment of the graph; null when none is. @param {number} contextSec */
  #positionSec(contextSec) {
    const piece = this.#placed.find(({ atSec, untilSec }) => contextSec >= atSec && contextSec < untilSec)
    return piece ? piece.fromSec + (contextSec - piece.atSec) * piece.rate : null
  }

  /** The position that should be made then. @param {number} contextSec */
  #placeAt(contextSec) {
    return this.#placeAtMs(this.#clock.heardAtMs(contextSec)) / 1000
  }

  /** Says what changed for the listener. @param {number} now */
  #tell(now) {
    const isHeard = this.#positionSec(now) !== null
    const wasHeard = this.#isHeard
    this.#isHeard = isHeard
    if (isHeard) return wasHeard ? undefined : this.#handlers.sounding()
    const isAllLaid = (this.#next?.fromSec ?? 0) >= this.#song.durationSec - 0.0005
    // Also where it waited for what did not come: it would be fetched on beside the song that is wanted now.
    if (now >= this.#leavesAtSec) this.#isOn = false
    else if (isAllLaid && this.#placed.every(({ untilSec }) => untilSec <= now)) {
      this.#isOn = false
      this.#handlers.ended()
    } else if (wasHeard) this.#handlers.waiting()
  }

  /** @param {number} index */
  async #fetch(index) {
    this.#coming.add(index)
    try {
      await this.#song.piece(index)
      this.#failures = 0
    } catch (error) {
      this.#failed(String(error))
    } finally {
      this.#coming.delete(index)
    }
    this.tend()
  }

  /** @param {string} message */
  #failed(message) {
    const now = this.#context.currentTime
    // Those that were on their way together fail as one.
    if (now < this.#triesAgainAtSec) return
    const waitSec = Math.min(triesApartSec * 2 ** this.#failures, mostTriesApartSec)
    this.#failures += 1
    // A random wait, so that not all listeners return in the same moment after an outage.
    this.#triesAgainAtSec = now + waitSec * (0.75 + Math.random() / 2)
    const isOut = this.#isOn && this.#positionSec(now) === null
    if (isOut && this.#failures >= mostFailures) this.#handlers.failed(message)
  }

  /** The pieces that hold this part of the song. @param {number} fromSec @param {number} untilSec */
  #indexes(fromSec, untilSec) {
    const last = Math.floor((Math.min(untilSec, this.#song.durationSec) - 0.0005) / pieceSec)
    const first = Math.floor(fromSec / pieceSec)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }
}
