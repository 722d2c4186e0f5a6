/** @import { ToDevice } from '../../player/device-messages.ts' */
import { ProviderSocket } from './provider-socket.js'
import { DevicePlayback } from './device-playback.js'
import { randomDeviceId } from './random-device-id.js'
import { EventListeners } from './event-listeners.js'
import { connectMediaSession } from './media-session.js'
import { StreamUrls } from './stream-urls.js'
import { requestToken } from './request-token.js'

/** Returns the song id in a URI. @param {string} uri `spotify:track:…` */
const trackIdOf = (uri) => uri.split(':')[2] ?? ''

const nothingLoadedMessage = 'Cannot perform operation; no list was loaded.'

/**
 * @typedef {{
 *   name: string, getOAuthToken(answer: (token: string) => void): void,
 *   volume?: number, enableMediaSession?: boolean,
 * }} PlayerOptions
 * @typedef {{ dealerUrl: string, silenceUrl: string, resolve(address: string): string }} Addresses
 */

/** `Spotify.Player`: the documented interface, and additional methods that only this provider has. */
export class DevicePlayer {
  #listeners = new EventListeners()
  #addresses
  #socket
  #playback
  #streams = new StreamUrls((trackId) => this.#isRegistered && this.#socket.send({ type: 'stream', trackId }))
  #deviceId = randomDeviceId()
  /** @type {((connected: boolean) => void)[]} */
  #connectCallbacks = []
  #isRegistered = false

  /** @param {Addresses} addresses @param {PlayerOptions} options */
  constructor(addresses, options) {
    if (typeof options?.name !== 'string' || typeof options.getOAuthToken !== 'function') {
      throw new TypeError('Spotify.Player needs a name and getOAuthToken')
    }
    this.#addresses = addresses
    this._options = { volume: 1, enableMediaSession: false, ...options, id: this.#deviceId }
    const mediaSession = this._options.enableMediaSession && 'mediaSession' in navigator
    this.#socket = new ProviderSocket(addresses.dealerUrl, {
      onOpen: () => void this.#sendHello(),
      onMessage: (message) => this.#handleMessage(message),
      onClose: () => this.#disconnected(),
    })
    this.#playback = new DevicePlayback({
      silenceUrl: addresses.silenceUrl,
      mediaSession,
      emit: (event, payload) => this.#listeners.emit(event, payload),
      send: (message) => this.#socket.send(message),
      streamUrl: (trackId) => this.#streamUrl(trackId),
    })
    this.#playback.audio.volume = this._options.volume
    if (mediaSession) connectMediaSession(this)
  }

  /**
   * Registers this page as a device. Resolves to true when the page is registered, and to false if the registration
   * fails. The promise stays pending until the app provides a token.
   */
  connect() {
    if (document.createElement('audio').canPlayType('audio/wav') === '') {
      this.#listeners.emit('initialization_error', { message: 'Failed to initialize player' })
      return Promise.resolve(false)
    }
    if (this.#isRegistered) return Promise.resolve(true)
    this.#playback.audio.attach()
    /** @type {Promise<boolean>} */
    const connected = new Promise((resolve) => this.#connectCallbacks.push(resolve))
    this.#socket.open()
    return connected
  }

  disconnect() {
    this.#socket.close()
    this.#disconnected()
    this.#playback.deactivate()
    this.#playback.audio.remove()
    this.#resolveConnect(false)
  }

  /** @param {string} event @param {(payload: any) => void} listener */
  addListener(event, listener) {
    return this.#listeners.add(event, listener)
  }

  /** @param {string} event @param {(payload: any) => void} listener */
  on(event, listener) {
    return this.addListener(event, listener)
  }

  /** @param {string} event @param {(payload: any) => void} [listener] if it is missing, removes all listeners */
  removeListener(event, listener) {
    return this.#listeners.remove(event, listener)
  }

  /** Returns the state with the current position. Null while another device plays. */
  async getCurrentState() {
    return this.#playback.state()
  }

  /** @param {string} name */
  async setName(name) {
    this._options.name = name
    this.#socket.send({ type: 'name', name })
  }

  async getVolume() {
    return this.#playback.audio.volume
  }

  /** @param {number} volume from 0 to 1 */
  async setVolume(volume) {
    this.#playback.audio.volume = Math.min(1, Math.max(0, volume))
    this.#socket.send({ type: 'volume', volumePercent: this.#volumePercent() })
  }

  async pause() {
    if (this.#hasSong()) this.#playback.pause()
  }

  async resume() {
    if (this.#hasSong()) await this.#playback.resume()
  }

  togglePlay() {
    return this.#playback.isWanted ? this.pause() : this.resume()
  }

  /** @param {number} positionMs */
  async seek(positionMs) {
    if (this.#hasSong()) this.#playback.audio.seek(Math.max(0, positionMs))
  }

  async previousTrack() {
    if (this.#hasSong()) this.#socket.send({ type: 'skip', where: 'previous' })
  }

  async nextTrack() {
    if (this.#hasSong()) this.#socket.send({ type: 'skip', where: 'next' })
  }

  /** Allows play commands to start the sound. Browsers require a call in a handler of a click or key press. */
  async activateElement() {
    this.#playback.audio.unlock()
  }

  /** Not in Spotify's player: ends what `activateElement` started, if no song plays. It saves power. */
  suspend() {
    if (this.#playback.audio.paused) this.#playback.audio.pause()
  }

  /**
   * Not in Spotify's player: sets the time of a song, so that `positionMs` is heard at `atMs` of `performance.now`.
   * A seek removes the time.
   * @param {string} uri `spotify:track:…`
   * @param {{ positionMs: number, atMs: number }} moment
   */
  keepTime(uri, moment) {
    this.#playback.audio.keepTime(trackIdOf(uri), moment)
  }

  /** Not in Spotify's player: immediately corrects also a small difference from the time that `keepTime` set. */
  align() {
    this.#playback.audio.align()
  }

  /**
   * Not in Spotify's player: loads a song before its play command, so that the song starts without a delay.
   * Resolves to false when loading fails.
   * @param {string} uri `spotify:track:…`
   */
  preload(uri) {
    const trackId = trackIdOf(uri)
    return this.#playback.audio.preload(trackId, () => this.#streamUrl(trackId))
  }

  /**
   * Not in Spotify's player: returns the address of a song's sound for this account, for a preview. The address is
   * valid for half a day or until the grant ends, and counts for the grant's limit of streams. Null while the
   * page is not registered, or if the song does not exist.
   * @param {string} uri `spotify:track:…`
   * @returns {Promise<string | null>}
   */
  soundAddress(uri) {
    return this.#streamUrl(trackIdOf(uri))
  }

  /**
   * Not in Spotify's player: plays a song whose time `keepTime` has set. The app must send the play command afterwards.
   * Another song that plays now ends when this song starts.
   * @param {string} uri `spotify:track:…`
   * @returns whether the song plays
   */
  begin(uri) {
    const trackId = trackIdOf(uri)
    const plays = this.#playback.begin(trackId, () => this.#streamUrl(trackId))
    if (!plays) void this.preload(uri)
    return plays
  }

  /** Not in Spotify's player: plays short sounds at exact times, in addition to the song. */
  get clips() {
    return this.#playback.audio.clips
  }

  async #sendHello() {
    const token = await this.#requestToken()
    const volumePercent = this.#volumePercent()
    this.#socket.send({
      type: 'hello',
      token,
      deviceId: this.#deviceId,
      name: this._options.name,
      volumePercent,
    })
  }

  #requestToken() {
    return requestToken((answer) => this._options.getOAuthToken(answer))
  }

  #volumePercent() {
    return Math.round(this.#playback.audio.volume * 100)
  }

  /** @param {string} trackId @returns {Promise<string | null>} */
  async #streamUrl(trackId) {
    const url = await this.#streams.get(trackId)
    return url === null ? null : this.#addresses.resolve(url)
  }

  /** @param {ToDevice} message */
  #handleMessage(message) {
    switch (message.type) {
      case 'registered':
        return this.#ready()
      case 'refused':
        return this.#refused(message.event, message.message)
      case 'token-needed':
        return void this.#requestToken().then((token) => this.#socket.send({ type: 'token', token }))
      case 'load':
        return this.#playback.load(message, this.#addresses.resolve(message.streamUrl))
      case 'window':
        return this.#playback.setTrackWindow(message.window)
      case 'pause':
        return void this.pause()
      case 'resume':
        return void this.resume()
      case 'seek':
        return void this.seek(message.positionMs)
      case 'volume':
        this.#playback.audio.volume = message.volumePercent / 100
        return
      case 'deactivate':
        return this.#playback.deactivate()
      case 'alive':
        return
      case 'stream':
        return this.#streams.answer(message.trackId, message.streamUrl)
    }
  }

  #ready() {
    this.#isRegistered = true
    this.#socket.resetReconnect()
    this.#listeners.emit('ready', { device_id: this.#deviceId })
    this.#resolveConnect(true)
    this.#playback.reconnected()
  }

  /** @param {string} event @param {string} message */
  #refused(event, message) {
    this.#socket.close()
    this.#disconnected()
    this.#listeners.emit(event, { message })
    this.#resolveConnect(false)
  }

  #disconnected() {
    this.#streams.clear()
    if (!this.#isRegistered) return
    this.#isRegistered = false
    this.#listeners.emit('not_ready', { device_id: this.#deviceId })
  }

  /** @param {boolean} connected */
  #resolveConnect(connected) {
    for (const resolve of this.#connectCallbacks.splice(0)) resolve(connected)
  }

  #hasSong() {
    if (this.#playback.isLoaded) return true
    this.#listeners.emit('playback_error', { message: nothingLoadedMessage })
    return false
  }
}
