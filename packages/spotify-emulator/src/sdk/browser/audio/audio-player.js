/** @import { Song } from './song-cache.js' */
/** @import { TimedPosition } from './timed-position.js' */
import { AudioElements } from './audio-elements.js'
import { AudioGraph } from './audio-graph.js'
import { BoundedMap } from '../bounded-map.js'
import { ClipPlayer } from './clip-player.js'
import { failureMessage } from './download.js'
import { ElementVoice } from './element-voice.js'
import { GraphVoice } from './graph-voice.js'
import { SongCache } from './song-cache.js'
import { positionAt, startsLater } from './timed-position.js'
import { UpdateTimer } from './update-timer.js'

/** The delay between the loading of a song and its start, in milliseconds, if no start time is set. */
const startAfterMs = 60
const timedSongs = 3

/**
 * @typedef {{ sounding(): void, waiting(): void, ended(): void, paused(): void, blocked(): void, failed(message: string): void }} VoiceHandlers
 * @typedef {GraphVoice | ElementVoice} Voice
 * @typedef {{ trackId: string, target: TimedPosition, isTimed: boolean, voice: Voice | null, hasFailed: boolean }} LoadedSong
 */

/**
 * Plays one song at a time on an audio graph, exact to the sample. If the graph cannot play the song, an `<audio>`
 * element plays it. `keepTime` sets when a song must be heard. The player then corrects differences from this time.
 */
export class AudioPlayer {
  #handlers
  #graph = new AudioGraph({
    stopped: () => this.#current?.voice?.graphStopped(),
    resumed: () => this.isInterrupted && this.#handlers.resumed(),
    // The loss is reported after each failed attempt, because the app clears the report when a song starts.
    outputLost: () => this.#mode !== 'paused' && this.#interrupt(this.#handlers.outputLost),
  })
  #songs
  #elements
  /** The times that `keepTime` set, by track id. @type {BoundedMap<string, TimedPosition>} */
  #times = new BoundedMap(timedSongs)
  /** @type {LoadedSong | null} */
  #current = null
  /** The earlier song, which plays until the current song starts. @type {LoadedSong | null} */
  #previous = null
  /**
   * `playing`: the song plays or waits for its start. `interrupted`: the system stopped the sound or did not start it,
   * and nobody has pressed pause or play after that. @type {'paused' | 'playing' | 'interrupted'}
   */
  #mode = 'paused'
  #updateTimer = new UpdateTimer(() => this.#update())
  #volume = 1
  clips = new ClipPlayer(this.#graph, () => this.#updateTimer.isOn)

  /**
   * @param {string} silenceUrl
   * @param {Omit<VoiceHandlers, 'sounding'> & { playing(): void, seeked(): void, resumed(): void, outputLost(): void }} handlers
   *   `resumed` is called when sound is possible again after the system stopped it or after the output was lost
   */
  constructor(silenceUrl, handlers) {
    this.#elements = new AudioElements(silenceUrl)
    this.#songs = new SongCache(this.#graph, AudioGraph.isSupported, silenceUrl)
    this.#handlers = handlers
    this.attach()
  }

  /** Adds the audio elements to the page, if they are not there yet. */
  attach() {
    this.#elements.attach()
  }

  /** The audible position in the song, and the time at which it is heard. Null while no sound is audible. */
  get audiblePosition() {
    return this.#current?.voice?.audiblePosition() ?? null
  }

  get positionMs() {
    if (this.#current === null) return 0
    const { audiblePosition } = this
    if (audiblePosition !== null) return positionAt(audiblePosition, performance.now())
    const { target } = this.#current
    return this.#mode === 'playing' ? Math.max(0, positionAt(target, performance.now())) : target.positionMs
  }

  get paused() {
    return this.#mode !== 'playing'
  }

  get isInterrupted() {
    return this.#mode === 'interrupted'
  }

  get volume() {
    return this.#volume
  }

  set volume(volume) {
    this.#volume = volume
    this.#elements.volume = volume
    this.#graph.volume = volume
  }

  /** Sets the time at which a position of a song is heard. @param {string} trackId @param {TimedPosition} target */
  keepTime(trackId, target) {
    this.#times.set(trackId, target)
    const song = this.#current
    if (song?.trackId !== trackId || (song.voice?.isOn && startsLater(target))) return
    this.#setStart(song, target)
  }

  /** Immediately corrects also a small difference from the time that `keepTime` set. */
  align() {
    this.#current?.voice?.align()
  }

  /** Returns whether `keepTime` has set the time of this song. @param {string} trackId */
  isTimed(trackId) {
    return this.#times.has(trackId)
  }

  /**
   * Loads a song at a position. If `keepTime` has set a start in the future, the previous song plays until that time.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl called if the song is not open yet
   * @param {number} positionMs
   */
  load(trackId, findUrl, positionMs) {
    const before = this.#current
    const setTime = this.#times.get(trackId)
    const isTimed = setTime !== undefined
    const target = setTime ?? { positionMs, atMs: performance.now() }
    const voice = before?.voice ?? null
    if (before?.trackId === trackId && before.isTimed && isTimed && this.#isInTime(before, target))
      return this.#setStart(before, target)
    if (!this.paused) this.#mode = 'paused'
    if (before?.trackId === trackId && voice !== null && !(voice.isOn && startsLater(target))) {
      voice.pause()
      return void Object.assign(before, { target, isTimed })
    }
    const song = { trackId, target, isTimed, voice: null, hasFailed: false }
    this.#current = song
    this.#replace(before, target)
    void this.#createVoice(song, this.#songs.open(trackId, findUrl))
  }

  /**
   * Loads the part of a song that will play first.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl called if the song is not open yet
   * @returns {Promise<boolean>} false when loading failed
   */
  preload(trackId, findUrl) {
    return this.#songs.preload(trackId, findUrl, () => this.#times.get(trackId))
  }

  async play() {
    this.#mode = 'playing'
    const song = this.#current
    const voice = song?.voice ?? null
    if (song === null || voice === null) return
    const canStart = async () => this.paused || !(voice instanceof GraphVoice) || this.#graph.run()
    let isReady = await canStart()
    if (isReady && !song.isTimed) {
      // The system may stop the graph while the song loads.
      isReady = await voice.prepare().then(canStart, canStart)
      song.target = { positionMs: song.target.positionMs, atMs: performance.now() + startAfterMs }
    }
    if (this.paused || song !== this.#current || song.voice !== voice) return
    if (!isReady) return this.#interrupt(this.#handlers.blocked)
    voice.play()
    this.#updateTimer.start()
  }

  pause() {
    if (this.#current?.isTimed === false)
      this.#current.target = { positionMs: this.positionMs, atMs: performance.now() }
    this.#mode = 'paused'
    this.#current?.voice?.pause()
    this.#previous?.voice?.pause()
    this.#stopUpdates()
  }

  /** Changes the position, and removes the time that `keepTime` set. @param {number} positionMs */
  seek(positionMs) {
    const song = this.#current
    if (song === null) return
    this.#times.delete(song.trackId)
    Object.assign(song, { isTimed: false, target: { positionMs, atMs: performance.now() + startAfterMs } })
    if (!this.paused) song.voice?.align()
    this.#handlers.seeked()
  }

  /** Stops the sound, and closes all songs. */
  stop() {
    this.#mode = 'paused'
    for (const song of [this.#current, this.#previous]) this.#close(song)
    this.#current = null
    this.#previous = null
    this.#songs.clear()
    this.#times.clear()
    this.#stopUpdates()
  }

  /** Allows the graph and both elements to play later. Browsers require a call in a handler of a user gesture. */
  unlock() {
    this.#graph.unlock()
    this.#updateTimer.start()
    this.#elements.unlock()
  }

  /** Stops the sound, closes the graph, and removes the elements from the page. */
  remove() {
    this.stop()
    this.#graph.close()
    this.#elements.remove()
  }

  /** Whether a song plays, or waits for its start. @param {LoadedSong} song @param {TimedPosition} target */
  #isInTime({ voice, target: before, hasFailed }, target) {
    if (hasFailed) return false
    return startsLater(target) ? !this.paused && startsLater(before) : voice?.isOn === true
  }

  /** Sets the time of the current song. The earlier song ends then. @param {LoadedSong} song @param {TimedPosition} target */
  #setStart(song, target) {
    Object.assign(song, { target, isTimed: true })
    this.#previous?.voice?.stopAt(target.atMs - target.positionMs)
  }

  /** Ends a song when the next one starts. @param {LoadedSong | null} before @param {TimedPosition} next */
  #replace(before, next) {
    const earlier = this.#previous
    // If a song failed before its start, the earlier song still plays.
    const last = before?.hasFailed ? earlier : before
    this.#previous = last?.voice?.isOn && startsLater(next) ? last : null
    for (const song of [earlier, before]) if (song !== this.#previous) this.#close(song)
    this.#previous?.voice?.stopAt(next.atMs - next.positionMs)
  }

  /** Ends the sound of a song. @param {LoadedSong | null} song */
  #close(song) {
    if (song === null) return
    song.voice?.pause()
    if (song.voice instanceof ElementVoice) song.voice.close()
    // The file stays open if the new current song is the same song.
    if (song === this.#current || song.trackId !== this.#current?.trackId) this.#songs.remove(song.trackId)
  }

  /** Creates the voice when the song is open. @param {LoadedSong} loaded @param {Promise<Song>} opening */
  async #createVoice(loaded, opening) {
    try {
      const song = await opening
      if (loaded !== this.#current) return
      loaded.voice = this.#voiceFor(loaded, song)
      if (!this.paused) void this.play()
    } catch (error) {
      loaded.hasFailed = true
      if (loaded === this.#current) this.#handlers.failed(failureMessage(error))
    }
  }

  /** Creates the voice that plays a song. @param {LoadedSong} loaded @param {Song} song @returns {Voice} */
  #voiceFor(loaded, { url, sound }) {
    const targetMs = (/** @type {number} */ pageMs) => positionAt(loaded.target, pageMs)
    /** Wraps a handler, so that it runs only while this song is the current one. @param {() => void} handler */
    const ifCurrent = (handler) => () => void (loaded === this.#current && handler())
    const handlers = {
      sounding: ifCurrent(() => this.#handlers.playing()),
      waiting: ifCurrent(() => this.#handlers.waiting()),
      ended: ifCurrent(() => this.#handlers.ended()),
      paused: ifCurrent(() => !this.paused && this.#interrupt(this.#handlers.paused)),
      blocked: ifCurrent(() => this.#handlers.blocked()),
      failed: (/** @type {string} */ message) => {
        this.#close(loaded)
        Object.assign(loaded, { voice: null, hasFailed: true })
        if (loaded === this.#current) this.#handlers.failed(message)
      },
    }
    if (sound !== null) return new GraphVoice(this.#graph.open(), sound, targetMs, handlers)
    return new ElementVoice(this.#elements.next(), url, targetMs, handlers)
  }

  /** Handles that the system stopped or did not start the sound. @param {() => void} report */
  #interrupt(report) {
    this.#mode = 'interrupted'
    this.#current?.voice?.pause()
    report()
  }

  #update() {
    this.#graph.observe()
    this.#previous?.voice?.update()
    if (this.#previous?.voice?.isOn === false) {
      this.#close(this.#previous)
      this.#previous = null
    }
    this.#current?.voice?.update()
  }

  #stopUpdates() {
    this.#updateTimer.stop()
    if (!this.clips.isBusy) this.#graph.suspendSoon()
  }
}
