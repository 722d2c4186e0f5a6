import { LIVE_PATH, ServerMessage, type SharedSession, withPeople, type You } from '@jointly/contract'
import { WebSocket } from 'ws'

/** Follows a session over a live connection, as the app does: it stores the state and applies each message to it. */
export class LiveFollower {
  shared: SharedSession | null = null
  you: You | null = null
  /** The number of messages with the state or the people of the session, over all connections. */
  messageCount = 0
  readonly #token: string
  readonly #ssid: string
  #socket: WebSocket | null = null
  #waiting: (() => void)[] = []

  constructor(token: string, ssid: string) {
    this.#token = token
    this.#ssid = ssid
  }

  get isConnected(): boolean {
    return this.#socket !== null
  }

  /** Connects and opens the session. `shared` and `you` keep their old values until the new ones arrive. */
  async connect(origin: string): Promise<void> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${LIVE_PATH}`)
    this.#socket = socket
    let hasArrived = false
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: this.#token })))
    socket.on('message', (data) => {
      if (socket !== this.#socket || !Buffer.isBuffer(data)) return
      const message = ServerMessage.parse(JSON.parse(data.toString('utf8')))
      if (message.type === 'ready') socket.send(JSON.stringify({ type: 'open', ssid: this.#ssid }))
      if (message.type === 'you') hasArrived = true
      this.#receive(message)
    })
    await this.until(() => hasArrived)
  }

  /** Closes the TCP connection at once, without a WebSocket close frame. */
  drop(): void {
    this.#socket?.terminate()
    this.#socket = null
  }

  /** Closes the session but not the connection. */
  leave(): void {
    this.#socket?.send(JSON.stringify({ type: 'close', ssid: this.#ssid }))
  }

  stopReading(): void {
    this.#socket?.pause()
  }

  resumeReading(): void {
    this.#socket?.resume()
  }

  /** Resolves as soon as `condition` returns true. Calls `condition` after each message. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'session') this.shared = message.session
    if (message.type === 'people' && this.shared) this.shared = withPeople(this.shared, message)
    if (message.type === 'you') this.you = message.you
    if (message.type === 'session' || message.type === 'people') this.messageCount += 1
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
