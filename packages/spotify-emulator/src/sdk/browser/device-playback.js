/** @import { TrackWindow, FromDevice, ToDevice } from '../../player/device-messages.ts' */
/** @import { SongPhase } from './playback-state.js' */
import { AudioPlayer } from './audio/audio-player.js'
import { showInMediaSession } from './media-session.js'
import { begunState, isSameState, webPlaybackState } from './playback-state.js'
import { Timer } from './timer.js'

const reportEveryMs = 5000
const firstRecoveryMs = 500
const longestRecoveryMs = 4000
/**
 * The number of attempts after which the app gets the error. After a refusal or a broken connection, the attempts
 * continue. If the file itself cannot be played, they end (B17).
 */
const recoveriesToReport = 5
/** The text that marks an error message about a broken file, or about a file that this browser cannot play. */
const fileMessage = 'The file of the song'
/** A file is cut off if its sound ends more than this many milliseconds before the end of the song (B17). */
const cutOffMs = 2000

/**
 * @typedef {{
 *   silenceUrl: string, mediaSession: boolean, emit(event: string, payload: unknown): void,
 *   send(message: FromDevice): void, streamUrl(trackId: string): Promise<string | null>,
 * }} DevicePlaybackOptions
 */

/**
 * Returns the id of the song that the app requested. The provider may play another version of it with another id.
 * @param {TrackWindow} trackWindow
 */
const requestedId = ({ current }) => current.linked_from.id ?? current.id

/**
 * Plays the songs that the provider loads on this device, and reports the state to the page and to the provider.
 */
export class DevicePlayback {
  #options
  #audio
  /** The loaded song. Null while another device plays, or no song is loaded. */
  /** @type {{ playbackId: string, trackWindow: TrackWindow } | null} */
  #loaded = null
  /** The id of the song that plays before its play command, while `#loaded` is null. @type {string | null} */
  #begunId = null
  #isWanted = false
  /** @type {SongPhase} */
  #phase = 'ready'
  #recoveries = 0
  #fileFailures = 0
  #recoveryTimer = new Timer()
  #reportTimer = new Timer()
  /** @type {ReturnType<typeof webPlaybackState> | null} */
  #lastState = null

  /** @param {DevicePlaybackOptions} options */
  constructor(options) {
    this.#options = options
    this.#audio = new AudioPlayer(options.silenceUrl, {
      playing: () => this.#loadingEnded(),
      seeked: () => this.#seeked(),
      waiting: () => this.#emitState('loading'),
      paused: () => this.#interrupted(),
      resumed: () => void this.resume(),
      ended: () => this.#ended(),
      blocked: () => this.#blocked(),
      outputLost: () => this.#outputLost(),
      failed: (message) => this.#recover(message),
    })
  }

  get audio() {
    return this.#audio
  }

  /** Whether a song can be paused: it is loaded, or it plays or waits for the output before its play command. */
  get isLoaded() {
    return this.#loaded !== null || !this.#audio.paused || this.#audio.isInterrupted
  }

  get isWanted() {
    return this.#isWanted
  }

  /**
   * Starts a song whose time `keepTime` has set. It starts before the provider's play command arrives, so that a late
   * command does not delay it. Another song that plays now ends when the new song starts.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl called if the song is not open yet
   * @returns whether the song plays; false if its time is not set, or if it is already loaded
   */
  begin(trackId, findUrl) {
    const isLoaded = this.#loaded !== null && requestedId(this.#loaded.trackWindow) === trackId
    if (isLoaded || !this.#audio.isTimed(trackId)) return false
    // Until the play command arrives, nothing is reported, because a report would show the earlier song with the
    // position of the new song.
    this.#loaded = null
    this.#begunId = trackId
    this.#lastState = null
    this.#audio.load(trackId, findUrl, 0)
    void this.#audio.play()
    return true
  }

  /**
   * Handles a play command of the provider.
   * @param {Extract<ToDevice, { type: 'load' }>} message @param {string} url the stream address of the song
   */
  load({ playbackId, window: trackWindow, positionMs, playing }, url) {
    this.#loaded = { playbackId, trackWindow }
    this.#isWanted = playing
    this.#phase = 'loading'
    this.#forgetFailures()
    this.#audio.load(requestedId(trackWindow), () => Promise.resolve(url), positionMs)
    if (!playing) this.#audio.pause()
    if (this.#audio.audiblePosition !== null) this.#loadingEnded()
    else this.#emitState()
    if (playing) void this.#audio.play()
    if (!this.#reportTimer.isOn) this.#reportTimer.every(reportEveryMs, () => this.#isWanted && this.report())
  }

  /** Replaces the previous and next songs. The current song stays the same. @param {TrackWindow} trackWindow */
  setTrackWindow(trackWindow) {
    if (this.#loaded === null) return
    this.#loaded = { ...this.#loaded, trackWindow }
    this.#emitState()
  }

  pause() {
    this.#audio.pause()
    this.#paused()
  }

  resume() {
    this.#isWanted = true
    if (this.#phase === 'ended') this.#phase = 'ready'
    if (!this.#hasFailed) return this.#audio.play()
    this.#forgetFailures()
    this.#emitState('loading')
    return this.#reload()
  }

  /** Stops the sound, because another device plays or this device disconnects. */
  deactivate() {
    this.#reportTimer.cancel()
    this.#forgetFailures()
    this.#phase = 'ready'
    this.#begunId = null
    if (!this.isLoaded) return
    this.#loaded = null
    this.#isWanted = false
    this.#lastState = null
    this.#audio.stop()
    this.#options.emit('player_state_changed', null)
  }

  /** Returns the state object of the player script. Null if no song is loaded or begun. */
  state() {
    if (this.#loaded !== null) return this.#stateOf(this.#loaded)
    return this.#begunId === null ? null : begunState(this.#begunId, this.#audio)
  }

  /** Immediately loads a failed song again, and corrects and reports the position. Call this after a reconnect. */
  reconnected() {
    this.#audio.align()
    if (this.#recoveryTimer.isOn) void this.#reload()
    this.report()
  }

  /** Reports the position to the provider. */
  report() {
    if (this.#loaded === null) return
    const { playbackId, trackWindow } = this.#loaded
    const trackId = requestedId(trackWindow)
    const positionMs = Math.max(0, this.#audio.positionMs)
    this.#options.send({ type: 'report', playbackId, trackId, positionMs, playing: this.#isWanted })
  }

  /** @param {{ playbackId: string, trackWindow: TrackWindow }} loaded */
  #stateOf(loaded) {
    const { positionMs, audiblePosition } = this.#audio
    const song = { ...loaded, positionMs, audiblePosition }
    return webPlaybackState({ ...song, paused: !this.#isWanted, phase: this.#phase })
  }

  get #hasFailed() {
    return this.#phase === 'retrying' || this.#phase === 'failed'
  }

  /** Sets the phase, and emits the state to the page if the state has changed. @param {SongPhase} phase */
  #emitState(phase = this.#phase) {
    this.#phase = phase
    if (this.#loaded === null) return
    const state = this.#stateOf(this.#loaded)
    if (this.#lastState !== null && isSameState(this.#lastState, state)) return
    this.#lastState = state
    if (this.#options.mediaSession) showInMediaSession(this.#loaded.trackWindow.current, state.paused)
    this.#options.emit('player_state_changed', state)
  }

  #loadingEnded() {
    this.#forgetFailures()
    this.#emitState(this.#phase === 'ended' ? 'ended' : 'ready')
    this.report()
  }

  /** Handles a seek. A seek does not load a failed song, so the attempts to load it continue. */
  #seeked() {
    if (!this.#hasFailed) return this.#loadingEnded()
    this.#emitState()
    this.report()
  }

  #forgetFailures() {
    this.#recoveries = 0
    this.#fileFailures = 0
    this.#recoveryTimer.cancel()
  }

  /** Emits and reports that the song is paused. @param {SongPhase} phase */
  #paused(phase = this.#hasFailed ? 'failed' : this.#phase) {
    this.#isWanted = false
    // A paused song is not loaded again. `resume` starts a new attempt.
    this.#recoveryTimer.cancel()
    this.#emitState(phase)
    this.report()
  }

  /**
   * Handles that the system stopped the sound, for example because of a phone call, unplugged headphones or a media
   * key.
   */
  #interrupted() {
    if (this.#isWanted && this.#audio.paused) this.#paused()
  }

  #ended() {
    if (this.#loaded === null) return
    const { duration_ms: durationMs } = this.#loaded.trackWindow.current
    if (this.#audio.positionMs < durationMs - cutOffMs)
      return this.#failed('The file of the song ends too early.')
    this.#isWanted = false
    this.#phase = 'ended'
    this.#audio.pause()
    this.#audio.seek(0)
    this.#emitState()
    this.#options.send({ type: 'ended', playbackId: this.#loaded.playbackId })
  }

  #blocked() {
    this.#isWanted = false
    this.#options.emit('autoplay_failed', null)
    this.#paused(this.#hasFailed ? 'failed' : 'ready')
  }

  /**
   * Handles that no output works. When one works again, the sound continues without an action of the person (M11).
   */
  #outputLost() {
    this.#options.emit('playback_error', { message: 'This device has no sound output.' })
    this.#paused(this.#hasFailed ? 'failed' : 'ready')
  }

  /**
   * Loads a failed song again, with a new address and at the position of the session. The pauses between attempts grow,
   * and end when the provider is connected again. After `recoveriesToReport` attempts the app gets `message`. While the
   * song is paused, there are no attempts.
   * @param {string} message
   */
  #recover(message) {
    if (message.includes(fileMessage)) this.#fileFailures += 1
    if (this.#isWanted && this.#fileFailures >= recoveriesToReport) return this.#failed(message)
    this.#emitState(this.#isWanted ? 'retrying' : 'failed')
    if (!this.#isWanted) return
    this.#recoveries += 1
    if (this.#recoveries === recoveriesToReport) this.#options.emit('playback_error', { message })
    const waitMs = Math.min(firstRecoveryMs * 2 ** (this.#recoveries - 1), longestRecoveryMs)
    this.#recoveryTimer.after(waitMs, () => void this.#reload())
  }

  async #reload() {
    const failed = this.#loaded
    this.#recoveryTimer.cancel()
    if (failed === null) return
    this.#phase = 'loading'
    const trackId = requestedId(failed.trackWindow)
    const url = await this.#options.streamUrl(trackId)
    if (this.#loaded?.playbackId !== failed.playbackId) return
    if (url === null) return this.#recover('The song is not available.')
    this.#audio.load(trackId, () => Promise.resolve(url), this.#audio.positionMs)
    if (this.#isWanted) void this.#audio.play()
  }

  /** Pauses the song and reports the error to the app. @param {string} message */
  #failed(message) {
    this.#audio.pause()
    this.#isWanted = false
    this.#emitState('failed')
    this.#options.emit('playback_error', { message })
    this.report()
  }
}
