import type { ServerMessage } from '@jointly/contract'
import type { WebSocket } from 'ws'

/** One person's live connection, and the sessions they have open on it. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly token: string
  readonly sessions = new Set<string>()
  readonly #socket: WebSocket
  /** Sessions whose body is on its way, and whether it is outdated already. */
  readonly #sending = new Map<string, boolean>()

  constructor(socket: WebSocket, person: { id: string; userId: string; token: string }) {
    this.#socket = socket
    this.id = person.id
    this.userId = person.userId
    this.token = person.token
  }

  send(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /**
   * Sends the body of a session. While an earlier one is still on its way to a slow reader nothing is queued behind it:
   * the newest is asked for when it has arrived.
   *
   * @param newest gives the body as it is by then
   */
  sendSession(ssid: string, body: Buffer, newest: () => Promise<Buffer | null>): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#sending.has(ssid)) {
      this.#sending.set(ssid, true)
      return
    }
    this.#sending.set(ssid, false)
    this.#socket.send(body, { binary: false }, (error) => {
      const isOutdated = this.#sending.get(ssid)
      this.#sending.delete(ssid)
      if (error || !isOutdated || !this.sessions.has(ssid)) return
      void newest().then((fresh) => fresh && this.sendSession(ssid, fresh, newest))
    })
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }
}
