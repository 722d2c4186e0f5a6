/** @import { Song } from './song-cache.js' */
/** @import { TimedPosition } from './song-schedule.js' */
import { AudioGraph } from './audio-graph.js'
import { AudioElements } from './audio-elements.js'
import { ElementVoice } from './element-voice.js'
import { GraphVoice } from './graph-voice.js'
import { SongCache } from './song-cache.js'
import { isToCome, SongSchedule } from './song-schedule.js'

const tokenCheckEveryMs = 100
/** A start that nobody timed comes this long after its sound is here. */
const startAfterMs = 60

/**
 * @typedef {{ sounding(): void, waiting(): void, ended(): void, paused(): void, blocked(): void, failed(message: string): void }} VoiceHandlers
 * @typedef {GraphVoice | ElementVoice} Voice
 * @typedef {{ trackId: string, moment: TimedPosition, isTimed: boolean, voice: Voice | null }} Loaded
 */

/**
 * Where sound comes from. A song of plain samples is laid on an audio graph, exactly where it should be; another one
 * plays in an `<audio>` element. Who names a moment of a song by `keepTime` has it kept to that time.
 */
export class AudioPlayer {
  #handlers
  #graph = new AudioGraph(() => this.#loaded?.voice?.isOn && this.#taken())
  #songs = new SongCache(this.#graph, AudioGraph.isThere)
  #elements
  #times = new SongSchedule()
  /** @type {Loaded | null} */
  #loaded = null
  /** The song before, while it sounds until the next one begins. @type {Loaded | null} */
  #leaving = null
  #wantsSound = false
  #timer = 0
  #volume = 1

  /**
   * @param {string} silenceUrl
   * @param {{
   *   playing(): void, waiting(): void, ended(): void, seeked(): void,
   *   paused(): void, failed(message: string): void, blocked(): void,
   * }} handlers
   */
  constructor(silenceUrl, handlers) {
    this.#elements = new AudioElements(silenceUrl)
    this.#handlers = handlers
    this.attach()
  }

  /** Puts what it needs into the page, where it is not there already. */
  attach() {
    this.#elements.attach()
  }

  /** Null while nothing is heard. */
  get heard() {
    return this.#loaded?.voice?.heard() ?? null
  }

  get positionMs() {
    if (this.#loaded === null) return 0
    const { heard } = this
    if (heard !== null) return heard.positionMs + performance.now() - heard.atMs
    return this.#wantsSound
      ? Math.max(0, this.#placeAtMs(this.#loaded, performance.now()))
      : this.#loaded.moment.positionMs
  }

  get paused() {
    return !this.#wantsSound
  }

  get volume() {
    return this.#volume
  }

  set volume(volume) {
    this.#volume = volume
    this.#elements.volume = volume
    this.#graph.volume = volume
  }

  /**
   * From now on this song, when it plays, is heard so that `positionMs` comes at `atMs`.
   * @param {string} trackId @param {TimedPosition} moment
   */
  keepTime(trackId, moment) {
    this.#times.keep(trackId, moment)
    const loaded = this.#loaded
    if (loaded?.trackId !== trackId || (loaded.voice?.isOn && isToCome(moment))) return
    loaded.isTimed = true
    loaded.moment = moment
  }

  /** Leaves what little lies between where the song is and where it should be, at once. */
  align() {
    this.#loaded?.voice?.align()
  }

  /** Whether this song, when it plays, is heard by a time it was told. @param {string} trackId */
  keepsTime(trackId) {
    return this.#times.of(trackId) !== undefined
  }

  /**
   * Puts a song under the needle at this position; silent until `play`, unless it sounds by the time it was told
   * already. A song whose time is yet to come lets the one before it sound until then.
   * @param {string} trackId
   * @param {() => Promise<string | null>} findUrl asked where the song is not known yet
   * @param {number} positionMs
   */
  load(trackId, findUrl, positionMs) {
    const before = this.#loaded
    const timed = this.#times.of(trackId)
    const isTimed = timed !== undefined
    const moment = timed ?? { positionMs, atMs: performance.now() }
    const voice = before?.voice ?? null
    const soundsInTime = before?.trackId === trackId && before.isTimed && voice?.isOn
    if (soundsInTime && isTimed && !isToCome(moment)) return void (before.moment = moment)
    this.#wantsSound = false
    if (before?.trackId === trackId && voice !== null && !(voice.isOn && isToCome(moment))) {
      voice.pause()
      Object.assign(before, { moment, isTimed })
      return
    }
    const loaded = { trackId, moment, isTimed, voice: null }
    this.#loaded = loaded
    this.#leave(before, moment)
    void this.#giveVoice(loaded, this.#songs.open(trackId, findUrl))
  }

  /**
   * Loads a song that will be wanted soon. Resolves when its beginning is here, or the part that is due; false when it
   * cannot be had.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl asked where the song is not known yet
   * @returns {Promise<boolean>}
   */
  async preload(trackId, findUrl) {
    try {
      const { wav } = await this.#songs.open(trackId, findUrl)
      // Before there is a graph, nothing can be decoded at its rate.
      if (wav === null || !this.#graph.isMade) return true
      const timed = this.#times.of(trackId)
      const fromSec = timed === undefined ? 0 : (timed.positionMs + performance.now() - timed.atMs) / 1000
      if (fromSec < wav.durationSec) await wav.piece(Math.floor(Math.max(0, fromSec)))
      return true
    } catch {
      return false
    }
  }

  /** Starts or goes on. */
  async play() {
    this.#wantsSound = true
    const loaded = this.#loaded
    if (loaded?.voice == null) return
    if (loaded.voice instanceof GraphVoice && !(await this.#graph.run())) {
      if (this.#wantsSound && loaded === this.#loaded) this.#handlers.blocked()
      return
    }
    if (!loaded.isTimed) {
      await loaded.voice.prepare().catch(() => undefined)
      loaded.moment = { positionMs: loaded.moment.positionMs, atMs: performance.now() + startAfterMs }
    }
    if (!this.#wantsSound || loaded !== this.#loaded) return
    loaded.voice.play()
    this.#tendSoon()
  }

  pause() {
    const { positionMs } = this
    this.#wantsSound = false
    if (this.#loaded !== null && !this.#loaded.isTimed)
      this.#loaded.moment = { positionMs, atMs: performance.now() }
    this.#loaded?.voice?.pause()
    this.#leaving?.voice?.pause()
    this.#rest()
  }

  /** Goes elsewhere in the song, which keeps to no other's time from then on. @param {number} positionMs */
  seek(positionMs) {
    const loaded = this.#loaded
    if (loaded === null) return
    this.#times.forget(loaded.trackId)
    loaded.isTimed = false
    loaded.moment = { positionMs, atMs: performance.now() + startAfterMs }
    if (this.#wantsSound) loaded.voice?.align()
    this.#handlers.seeked()
  }

  /** Stops and lets go of the data. */
  stop() {
    this.#wantsSound = false
    for (const over of [this.#loaded, this.#leaving]) this.#end(over)
    this.#loaded = null
    this.#leaving = null
    this.#songs.clear()
    this.#times.clear()
    this.#rest()
  }

  /** Call in a gesture: browsers that ask for one let the graph and both elements play from now on. */
  unlock() {
    this.#graph.unlock()
    this.#tendSoon()
    this.#elements.unlock()
  }

  /** Falls silent and leaves nothing in the page. */
  remove() {
    this.stop()
    this.#graph.close()
    this.#elements.remove()
  }

  /** @param {Loaded} loaded @param {number} pageMs */
  #placeAtMs({ moment }, pageMs) {
    return moment.positionMs + pageMs - moment.atMs
  }

  /** @param {Loaded | null} before @param {TimedPosition} next */
  #leave(before, next) {
    this.#end(this.#leaving)
    this.#leaving = before?.voice?.isOn && isToCome(next) ? before : null
    if (this.#leaving === null) this.#end(before)
    else this.#leaving.voice?.leaveAt(next.atMs - next.positionMs)
  }

  /** @param {Loaded | null} over */
  #end(over) {
    if (over === null) return
    over.voice?.pause()
    if (over.voice instanceof ElementVoice) over.voice.end()
    // The same song may follow on itself.
    if (over === this.#loaded || over.trackId !== this.#loaded?.trackId) this.#songs.forget(over.trackId)
  }

  /** @param {Loaded} loaded @param {Promise<Song>} opening */
  async #giveVoice(loaded, opening) {
    try {
      const song = await opening
      if (loaded !== this.#loaded) return
      loaded.voice = this.#voiceOf(loaded, song)
      if (this.#wantsSound) void this.play()
    } catch (error) {
      if (loaded === this.#loaded) this.#handlers.failed(String(error))
    }
  }

  /** @param {Loaded} loaded @param {Song} song @returns {Voice} */
  #voiceOf(loaded, { url, wav }) {
    const placeAtMs = (/** @type {number} */ pageMs) => this.#placeAtMs(loaded, pageMs)
    /** @param {() => void} tell */
    const ifLoaded = (tell) => () => void (loaded === this.#loaded && tell())
    const handlers = {
      sounding: ifLoaded(() => this.#handlers.playing()),
      waiting: ifLoaded(() => this.#handlers.waiting()),
      ended: ifLoaded(() => this.#handlers.ended()),
      paused: ifLoaded(() => this.#taken()),
      blocked: ifLoaded(() => this.#handlers.blocked()),
      failed: (/** @type {string} */ message) => {
        this.#end(loaded)
        loaded.voice = null
        if (loaded === this.#loaded) this.#handlers.failed(message)
      },
    }
    if (wav !== null) return new GraphVoice(this.#graph.parts(), wav, placeAtMs, handlers)
    return new ElementVoice(this.#elements.next(), url, placeAtMs, handlers)
  }

  /** Not by us: the system took the sound away (a call, another app). */
  #taken() {
    if (!this.#wantsSound) return
    this.#wantsSound = false
    this.#loaded?.voice?.pause()
    this.#handlers.paused()
  }

  #tendSoon() {
    if (this.#timer === 0) this.#timer = setInterval(() => this.#tend(), tokenCheckEveryMs)
  }

  #tend() {
    this.#graph.observe()
    this.#leaving?.voice?.tend()
    if (this.#leaving?.voice?.isOn === false) {
      this.#end(this.#leaving)
      this.#leaving = null
    }
    this.#loaded?.voice?.tend()
  }

  /** Nothing sounds: there is nothing to tend. */
  #rest() {
    clearInterval(this.#timer)
    this.#timer = 0
    this.#graph.restSoon()
  }
}
