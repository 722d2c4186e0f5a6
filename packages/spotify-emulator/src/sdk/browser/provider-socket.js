/** @import { FromDevice, ToDevice } from '../../player/messages.ts' */
import { isProviderMessage } from './message-types.js'

const firstDelayMs = 500
const longestDelayMs = 6_000
/** The provider says something at least every ten seconds. */
const deadAfterMs = 25_000

/**
 * The socket to the provider. It comes back by itself after it broke, waiting longer each time (with some chance in
 * it, so that a restarted server is not met by all at once), and at once when the machine is back online.
 */
export class ProviderSocket {
  #url
  #handlers
  /** @type {WebSocket | null} */
  #socket = null
  #wanted = false
  #failures = 0
  #timer = 0
  #silence = 0
  #online = () => this.#retryNow()

  /**
   * @param {string} url
   * @param {{ opened(): void, heard(message: ToDevice): void, lost(): void }} handlers
   */
  constructor(url, handlers) {
    this.#url = url
    this.#handlers = handlers
  }

  open() {
    if (this.#wanted) return
    this.#wanted = true
    addEventListener('online', this.#online)
    this.#dial()
  }

  close() {
    this.#wanted = false
    removeEventListener('online', this.#online)
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    this.#socket?.close(1000)
    this.#socket = null
  }

  /**
   * Says something; false when there is no connection to say it over.
   * @param {FromDevice} message
   */
  say(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** The provider took us: the next break starts with short waits again. */
  settled() {
    this.#failures = 0
  }

  #dial() {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.addEventListener('open', () => this.#socket === socket && this.#handlers.opened())
    socket.addEventListener('message', (event) => {
      // A socket that was given up may still speak: only the newest one is listened to, and watched.
      if (this.#socket !== socket) return
      this.#watch(socket)
      /** @type {unknown} */
      const message = JSON.parse(String(event.data))
      if (isProviderMessage(message)) this.#handlers.heard(message)
    })
    socket.addEventListener('close', () => this.#broken(socket))
    this.#watch(socket)
  }

  /** A line that fell silent is as good as broken, whatever the system says. @param {WebSocket} socket */
  #watch(socket) {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      socket.close()
      this.#broken(socket)
    }, deadAfterMs)
  }

  /** @param {WebSocket} socket */
  #broken(socket) {
    if (this.#socket !== socket) return
    this.#socket = null
    clearTimeout(this.#silence)
    this.#handlers.lost()
    if (!this.#wanted) return
    const delayMs = Math.min(firstDelayMs * 2 ** this.#failures, longestDelayMs)
    this.#failures += 1
    this.#timer = setTimeout(() => this.#dial(), delayMs * (0.5 + Math.random() / 2))
  }

  #retryNow() {
    if (!this.#wanted || this.#socket !== null) return
    clearTimeout(this.#timer)
    this.#dial()
  }
}
