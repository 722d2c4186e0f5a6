/** @import { ToDevice } from '../../player/messages.ts' */
import { ProviderSocket } from './provider-socket.js'
import { PlaybackController } from './playback-controller.js'
import { EventListeners } from './event-listeners.js'
import { connectMediaSession } from './media-session.js'
import { StreamUrls } from './stream-urls.js'
import { askForToken } from './token.js'

/** @param {string} uri `spotify:track:…` */
const trackIdOf = (uri) => uri.split(':')[2] ?? ''

const nothingLoaded = 'Cannot perform operation; no list was loaded.'

/**
 * @typedef {{
 *   name: string, getOAuthToken(answer: (token: string) => void): void,
 *   volume?: number, enableMediaSession?: boolean,
 * }} PlayerOptions
 * @typedef {{ dealerUrl: string, silenceUrl: string, resolve(address: string): string }} Addresses
 */

/** `Spotify.Player` with real sound: the documented interface, and what this provider can do besides. */
export class DevicePlayer {
  #listeners = new EventListeners()
  #addresses
  #socket
  #deck
  #streams = new StreamUrls((trackId) => this.#socket.say({ type: 'stream', trackId }))
  #deviceId = randomDeviceId()
  /** @type {((connected: boolean) => void)[]} */
  #connecting = []
  #registered = false

  /** @param {Addresses} addresses @param {PlayerOptions} options */
  constructor(addresses, options) {
    if (typeof options?.name !== 'string' || typeof options.getOAuthToken !== 'function') {
      throw new TypeError('Spotify.Player needs a name and getOAuthToken')
    }
    this.#addresses = addresses
    this._options = { volume: 1, enableMediaSession: false, ...options, id: this.#deviceId }
    const mediaSession = this._options.enableMediaSession && 'mediaSession' in navigator
    this.#socket = new ProviderSocket(addresses.dealerUrl, {
      opened: () => void this.#introduce(),
      heard: (message) => this.#hear(message),
      lost: () => this.#lost(),
    })
    this.#deck = new PlaybackController({
      silenceUrl: addresses.silenceUrl,
      mediaSession,
      emit: (event, payload) => this.#listeners.emit(event, payload),
      say: (message) => this.#socket.say(message),
      streamUrl: (trackId) => this.#streamUrl(trackId),
    })
    this.#deck.sound.volume = this._options.volume
    if (mediaSession) connectMediaSession(this)
  }

  /** Registers this page as a device. True once it is one; pending while no token is given. */
  connect() {
    if (document.createElement('audio').canPlayType('audio/wav') === '') {
      this.#listeners.emit('initialization_error', { message: 'Failed to initialize player' })
      return Promise.resolve(false)
    }
    if (this.#registered) return Promise.resolve(true)
    this.#deck.sound.attach()
    /** @type {Promise<boolean>} */
    const connected = new Promise((resolve) => this.#connecting.push(resolve))
    this.#socket.open()
    return connected
  }

  disconnect() {
    this.#socket.close()
    this.#lost()
    this.#deck.deactivate()
    this.#deck.sound.remove()
    this.#settleConnect(false)
  }

  /** @param {string} event @param {(payload: any) => void} listener */
  addListener(event, listener) {
    return this.#listeners.add(event, listener)
  }

  /** @param {string} event @param {(payload: any) => void} listener */
  on(event, listener) {
    return this.addListener(event, listener)
  }

  /** @param {string} event @param {(payload: any) => void} [listener] without it: all of that event */
  removeListener(event, listener) {
    return this.#listeners.remove(event, listener)
  }

  /** Null while this device is not the one that plays. The position is the sound's own. */
  async getCurrentState() {
    return this.#deck.state()
  }

  /** @param {string} name */
  async setName(name) {
    this._options.name = name
    this.#socket.say({ type: 'name', name })
  }

  async getVolume() {
    return this.#deck.sound.volume
  }

  /** @param {number} volume from 0 to 1 */
  async setVolume(volume) {
    this.#deck.sound.volume = Math.min(1, Math.max(0, volume))
    this.#socket.say({ type: 'volume', volumePercent: this.#volumePercent() })
  }

  async pause() {
    if (this.#needsSong()) this.#deck.pause()
  }

  async resume() {
    if (this.#needsSong()) await this.#deck.resume()
  }

  togglePlay() {
    return this.#deck.wantsToPlay ? this.pause() : this.resume()
  }

  /** @param {number} positionMs */
  async seek(positionMs) {
    if (this.#needsSong()) this.#deck.sound.seek(Math.max(0, positionMs))
  }

  async previousTrack() {
    if (this.#needsSong()) this.#socket.say({ type: 'skip', where: 'previous' })
  }

  async nextTrack() {
    if (this.#needsSong()) this.#socket.say({ type: 'skip', where: 'next' })
  }

  /** Call synchronously in a click or key press: from then on a remote play may make sound. */
  async activateElement() {
    this.#deck.sound.unlock()
  }

  /**
   * This provider only: from now on this song, when it plays, is heard so that its position `positionMs` comes at
   * `atMs` of `performance.now`. Told to play it before its beginning is due, the player lets the song before it sound
   * until then. A seek ends it.
   * @param {string} uri `spotify:track:…`
   * @param {{ positionMs: number, atMs: number }} moment
   */
  keepTime(uri, moment) {
    this.#deck.sound.keepTime(trackIdOf(uri), moment)
  }

  /** This provider only: leaves what little may lie between the sound and its time at once, instead of gently. */
  align() {
    this.#deck.sound.align()
  }

  /**
   * This provider only: loads a song that is going to be played, so that it starts at once; one that keeps time from
   * where it will be heard. Resolves to false when it cannot be had.
   * @param {string} uri `spotify:track:…`
   */
  preload(uri) {
    const trackId = trackIdOf(uri)
    return this.#deck.sound.preload(trackId, () => this.#streamUrl(trackId))
  }

  /**
   * This provider only: a song that keeps time sounds at once, ahead of the command to play it; while another one is
   * loaded, what will be heard first of it is fetched. The command has to follow.
   * @param {string} uri `spotify:track:…`
   * @returns whether it sounds
   */
  begin(uri) {
    const trackId = trackIdOf(uri)
    const sounds = this.#deck.begin(trackId, () => this.#streamUrl(trackId))
    if (!sounds) void this.preload(uri)
    return sounds
  }

  async #introduce() {
    const token = await this.#askForToken()
    const volumePercent = this.#volumePercent()
    this.#socket.say({
      type: 'hello',
      token,
      deviceId: this.#deviceId,
      name: this._options.name,
      volumePercent,
    })
  }

  #askForToken() {
    return askForToken((answer) => this._options.getOAuthToken(answer))
  }

  #volumePercent() {
    return Math.round(this.#deck.sound.volume * 100)
  }

  /** @param {string} trackId @returns {Promise<string | null>} */
  async #streamUrl(trackId) {
    const address = await this.#streams.of(trackId)
    return address === null ? null : this.#addresses.resolve(address)
  }

  /** @param {ToDevice} message */
  #hear(message) {
    switch (message.type) {
      case 'registered':
        return this.#ready()
      case 'refused':
        return this.#refused(message.event, message.message)
      case 'token-needed':
        return void this.#askForToken().then((token) => this.#socket.say({ type: 'token', token }))
      case 'load':
        return this.#deck.load(message, this.#addresses.resolve(message.streamUrl))
      case 'window':
        return this.#deck.surround(message.window)
      case 'pause':
        return void this.pause()
      case 'resume':
        return void this.resume()
      case 'seek':
        return void this.seek(message.positionMs)
      case 'volume':
        this.#deck.sound.volume = message.volumePercent / 100
        return
      case 'deactivate':
        return this.#deck.deactivate()
      case 'alive':
        return
      case 'stream':
        return this.#streams.answered(message.trackId, message.streamUrl)
    }
  }

  #ready() {
    this.#registered = true
    this.#socket.settled()
    this.#listeners.emit('ready', { device_id: this.#deviceId })
    this.#settleConnect(true)
    this.#deck.report()
  }

  /** @param {string} event @param {string} message */
  #refused(event, message) {
    this.#socket.close()
    this.#lost()
    this.#listeners.emit(event, { message })
    this.#settleConnect(false)
  }

  #lost() {
    this.#streams.abandon()
    if (!this.#registered) return
    this.#registered = false
    this.#listeners.emit('not_ready', { device_id: this.#deviceId })
  }

  /** @param {boolean} connected */
  #settleConnect(connected) {
    for (const settle of this.#connecting.splice(0)) settle(connected)
  }

  #needsSong() {
    if (this.#deck.isLoaded) return true
    this.#listeners.emit('playback_error', { message: nothingLoaded })
    return false
  }
}

function randomDeviceId() {
  return [...crypto.getRandomValues(new Uint8Array(20))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
