/** @import { DeviceWindow, FromDevice, ToDevice } from '../../player/messages.ts' */
import { showInMediaSession } from './media-session.js'
import { looksAlike, webPlaybackState } from './playback-state.js'
import { AudioPlayer } from './audio-player.js'

const reportEveryMs = 5000
const mostRecoveries = 5

/**
 * @typedef {{
 *   silenceUrl: string,
 *   mediaSession: boolean,
 *   emit(event: string, payload: unknown): void,
 *   say(message: FromDevice): void,
 *   streamUrl(trackId: string): Promise<string | null>,
 * }} ControllerOptions
 */

/** The id under which a song was asked for: it may play under another. @param {DeviceWindow} window */
const idOf = ({ current }) => current.linked_from.id ?? current.id

/** The song under the needle: what is loaded, what should sound, what really does, and who is told of it. */
export class PlaybackController {
  #around
  #sound
  /** Null while another device, or nothing, plays. */
  /** @type {{ playbackId: string, window: DeviceWindow } | null} */
  #loaded = null
  #wantsToPlay = false
  #loading = false
  #recoveries = 0
  #reports = 0
  /** @type {ReturnType<typeof webPlaybackState> | null} */
  #lastState = null

  /** @param {ControllerOptions} around */
  constructor(around) {
    this.#around = around
    this.#sound = new AudioPlayer(around.silenceUrl, {
      playing: () => this.#settled(),
      seeked: () => this.#settled(),
      waiting: () => this.#changed({ loading: true }),
      paused: () => this.#paused(),
      ended: () => this.#ended(),
      blocked: () => this.#blocked(),
      failed: (message) => void this.#recover(message),
    })
  }

  get sound() {
    return this.#sound
  }

  /** Whether there is anything to pause: a song of the provider's, or one that began ahead of its command. */
  get isLoaded() {
    return this.#loaded !== null || !this.#sound.paused
  }

  get wantsToPlay() {
    return this.#wantsToPlay
  }

  /**
   * Lets a song sound that was told its time, ahead of the provider's command for it: `load` then finds it under way.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl asked where the song is not known yet
   * @returns whether it does: not while another song is loaded, whose state is told
   */
  begin(trackId, findUrl) {
    if (this.#loaded !== null || !this.#sound.keepsTime(trackId)) return false
    this.#sound.load(trackId, findUrl, 0)
    void this.#sound.play()
    return true
  }

  /** @param {Extract<ToDevice, { type: 'load' }>} message @param {string} url */
  load({ playbackId, window, positionMs, playing }, url) {
    this.#loaded = { playbackId, window }
    this.#wantsToPlay = playing
    this.#recoveries = 0
    this.#sound.load(idOf(window), () => Promise.resolve(url), positionMs)
    if (!playing) this.#sound.pause()
    if (this.#sound.heard !== null) this.#settled()
    else this.#changed({ loading: true })
    if (playing) void this.#sound.play()
    if (this.#reports === 0)
      this.#reports = setInterval(() => this.#wantsToPlay && this.report(), reportEveryMs)
  }

  /** Another surrounding of the same song. @param {DeviceWindow} window */
  surround(window) {
    if (this.#loaded === null) return
    this.#loaded = { ...this.#loaded, window }
    this.#changed({})
  }

  pause() {
    this.#wantsToPlay = false
    this.#sound.pause()
    this.#changed({})
    this.report()
  }

  resume() {
    this.#wantsToPlay = true
    return this.#sound.play()
  }

  /** Falls silent because another device plays, or this one leaves. */
  deactivate() {
    clearInterval(this.#reports)
    this.#reports = 0
    if (!this.isLoaded) return
    this.#loaded = null
    this.#wantsToPlay = false
    this.#lastState = null
    this.#sound.stop()
    this.#around.emit('player_state_changed', null)
  }

  /** The script's state object, its position read from the sound itself; null when nothing is loaded. */
  state() {
    if (this.#loaded === null) return null
    const { positionMs, heard } = this.#sound
    return webPlaybackState({
      ...this.#loaded,
      positionMs,
      heard,
      paused: !this.#wantsToPlay,
      loading: this.#loading,
    })
  }

  /** Tells the provider what really sounds. */
  report() {
    if (this.#loaded === null) return
    const { playbackId, window } = this.#loaded
    const trackId = idOf(window)
    const positionMs = Math.max(0, this.#sound.positionMs)
    this.#around.say({ type: 'report', playbackId, trackId, positionMs, playing: this.#wantsToPlay })
  }

  /** @param {{ loading?: boolean }} change */
  #changed({ loading }) {
    if (loading !== undefined) this.#loading = loading
    const state = this.state()
    if (state === null || this.#loaded === null) return
    if (this.#lastState !== null && looksAlike(this.#lastState, state)) return
    this.#lastState = state
    if (this.#around.mediaSession) showInMediaSession(this.#loaded.window.current, state.paused)
    this.#around.emit('player_state_changed', state)
  }

  /** The sound is where it was asked to be. */
  #settled() {
    this.#recoveries = 0
    this.#changed({ loading: false })
    this.report()
  }

  /** Not by us: the system took the sound away (a call, unplugged headphones, a media key). */
  #paused() {
    if (!this.#wantsToPlay || !this.#sound.paused || this.#loading) return
    this.#wantsToPlay = false
    this.#changed({})
    this.report()
  }

  #ended() {
    if (this.#loaded === null) return
    this.#wantsToPlay = false
    this.#sound.seek(0)
    this.#changed({ loading: false })
    this.#around.say({ type: 'ended', playbackId: this.#loaded.playbackId })
  }

  #blocked() {
    this.#wantsToPlay = false
    this.#around.emit('autoplay_failed', null)
    this.#changed({ loading: false })
    this.report()
  }

  /**
   * The song's data stopped coming: ask for its address anew and go on where it stopped, a few times.
   * @param {string} message
   */
  async #recover(message) {
    const broken = this.#loaded
    if (broken === null) return
    const positionMs = this.#sound.positionMs
    this.#changed({ loading: true })
    while (this.#recoveries < mostRecoveries) {
      this.#recoveries += 1
      await new Promise((resolve) => setTimeout(resolve, 500 * this.#recoveries))
      if (this.#loaded?.playbackId !== broken.playbackId) return
      const trackId = idOf(broken.window)
      const url = await this.#around.streamUrl(trackId)
      if (url === null) continue
      this.#sound.load(trackId, () => Promise.resolve(url), positionMs)
      if (this.#wantsToPlay) void this.#sound.play()
      return
    }
    this.#wantsToPlay = false
    this.#changed({ loading: false })
    this.#around.emit('playback_error', { message })
    this.report()
  }
}
