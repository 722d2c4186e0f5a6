/** @import { FromDevice, ToDevice } from '../../player/device-messages.ts' */
import { Timer } from './timer.js'

const firstReconnectMs = 500
const longestReconnectMs = 6_000
/**
 * The longest time without a message, in milliseconds. After it, the connection counts as broken. The provider
 * sends a message at least every ten seconds.
 */
const silenceTimeoutMs = 25_000
/**
 * The longest time without a message when the page is shown again or the network has changed, in milliseconds. It is
 * shorter, because the connection may have broken while the device slept or moved to another network.
 */
const resumedSilenceMs = 12_000

/**
 * Returns whether a message has a type. Its other fields are not checked, because script and messages come from the
 * same provider.
 * @param {unknown} message
 * @returns {message is ToDevice}
 */
const isMessage = (message) => typeof message === 'object' && message !== null && 'type' in message

/**
 * The WebSocket to the provider. When the connection breaks, it connects again after growing pauses with a random
 * part, so that not all listeners connect at the same moment.
 */
export class ProviderSocket {
  #url
  #handlers
  /** @type {WebSocket | null} */
  #socket = null
  #isWanted = false
  #failures = 0
  #reconnectTimer = new Timer()
  #silenceTimer = new Timer()
  #lastMessageMs = 0
  #onOnline = () => this.#resume()
  #onVisibilityChange = () => document.hidden || this.#resume()

  /**
   * @param {string} url
   * @param {{ onOpen(): void, onMessage(message: ToDevice): void, onClose(): void }} handlers
   */
  constructor(url, handlers) {
    this.#url = url
    this.#handlers = handlers
  }

  open() {
    if (this.#isWanted) return
    this.#isWanted = true
    addEventListener('online', this.#onOnline)
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
    this.#connect()
  }

  close() {
    this.#isWanted = false
    removeEventListener('online', this.#onOnline)
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    this.#reconnectTimer.cancel()
    this.#silenceTimer.cancel()
    this.#socket?.close(1000)
    this.#socket = null
  }

  /**
   * Sends a message. @returns false if there is no connection
   * @param {FromDevice} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /**
   * Resets the pause before the next reconnect to its minimum. Call this when the provider has registered the
   * device.
   */
  resetReconnect() {
    this.#failures = 0
  }

  #connect() {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.addEventListener('open', () => this.#socket === socket && this.#handlers.onOpen())
    socket.addEventListener('message', (event) => {
      // A socket that was replaced may still receive messages, which are ignored.
      if (this.#socket !== socket) return
      this.#restartSilenceTimer(socket)
      /** @type {unknown} */
      const message = JSON.parse(String(event.data))
      if (isMessage(message)) this.#handlers.onMessage(message)
    })
    socket.addEventListener('close', () => this.#closed(socket))
    this.#restartSilenceTimer(socket)
  }

  /**
   * Restarts the timer that closes a connection without messages. The timer is needed, because the browser may
   * report a broken connection as open.
   * @param {WebSocket} socket
   */
  #restartSilenceTimer(socket) {
    this.#lastMessageMs = Date.now()
    this.#silenceTimer.after(silenceTimeoutMs, () => {
      socket.close()
      this.#closed(socket)
    })
  }

  /** Handles a closed socket. If it is still needed, connects again after a pause. @param {WebSocket} socket */
  #closed(socket) {
    if (this.#socket !== socket) return
    this.#socket = null
    this.#silenceTimer.cancel()
    this.#handlers.onClose()
    if (!this.#isWanted) return
    const delayMs = Math.min(firstReconnectMs * 2 ** this.#failures, longestReconnectMs)
    this.#failures += 1
    this.#reconnectTimer.after(delayMs * (0.5 + Math.random() / 2), () => this.#connect())
  }

  /**
   * Connects without a pause when the network is available again or the page is shown again. An open connection is
   * replaced as soon as it has received no message for `resumedSilenceMs`.
   */
  #resume() {
    const socket = this.#socket
    if (!this.#isWanted) return
    // The clock may have been set back.
    this.#lastMessageMs = Math.min(this.#lastMessageMs, Date.now())
    const silentMs = Date.now() - this.#lastMessageMs
    if (socket !== null && silentMs < resumedSilenceMs)
      return this.#silenceTimer.after(resumedSilenceMs - silentMs, () => this.#resume())
    this.#reconnectTimer.cancel()
    if (socket !== null) {
      this.#socket = null
      socket.close()
      this.#handlers.onClose()
    }
    this.#connect()
  }
}
