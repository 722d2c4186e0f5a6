import { liveClose, type ServerMessage } from '@jointly/contract'

/** Where a connection's messages go. */
export type Outlet = {
  isOpen(): boolean
  /** @param onSent told when the data has left, or why it could not */
  send(data: string | Buffer, onSent?: (error: Error | undefined) => void): void
  close(code: number, reason: string): void
}

/** Whose connection it is, by which log-in. */
type Person = { id: string; userId: string; token: string; tokenId: string }

/** One person's live connection, and the sessions they have open on it. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly token: string
  readonly tokenId: string
  readonly sessions = new Set<string>()
  readonly #outlet: Outlet
  /** Sessions whose body is on its way, and whether it is outdated already. */
  readonly #sending = new Map<string, boolean>()

  constructor(outlet: Outlet, person: Person) {
    this.#outlet = outlet
    this.id = person.id
    this.userId = person.userId
    this.token = person.token
    this.tokenId = person.tokenId
  }

  send(message: ServerMessage): void {
    if (this.#outlet.isOpen()) this.#outlet.send(JSON.stringify(message))
  }

  /**
   * Sends the body of a session. While an earlier one is still on its way to a slow reader nothing is queued behind it:
   * the newest is asked for when it has arrived.
   *
   * @param newest gives the body as it is by then
   */
  sendSession(ssid: string, body: Buffer, newest: () => Promise<Buffer | null>): void {
    if (!this.#outlet.isOpen()) return
    if (this.#sending.has(ssid)) {
      this.#sending.set(ssid, true)
      return
    }
    this.#sending.set(ssid, false)
    this.#outlet.send(body, (error) => {
      const isOutdated = this.#sending.get(ssid)
      this.#sending.delete(ssid)
      if (error || !isOutdated || !this.sessions.has(ssid)) return
      void newest().then((fresh) => fresh && this.sendSession(ssid, fresh, newest))
    })
  }

  /** The log-in on which it stands is no more (A2). */
  endLogin(): void {
    this.close(liveClose.unauthenticated, 'the log-in ended')
  }

  close(code: number, reason: string): void {
    this.#outlet.close(code, reason)
  }
}
