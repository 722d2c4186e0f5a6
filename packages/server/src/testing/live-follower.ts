import { LIVE_PATH, ServerMessage, type SharedSession, withPeople, type You } from '@jointly/contract'
import { WebSocket } from 'ws'

/** Follows a session over a live connection like the app: it keeps the state and applies messages to it. */
export class LiveFollower {
  shared: SharedSession | null = null
  you: You | null = null
  /** The number of session and people messages over all connections. */
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

  /** Connects and opens the session. The old state stays until the new one arrives. */
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
      this.#hear(message)
    })
    await this.until(() => hasArrived)
  }

  /** Breaks the connection without a closing frame. */
  drop(): void {
    this.#socket?.terminate()
    this.#socket = null
  }

  /** Closes the session but keeps the connection. */
  leave(): void {
    this.#socket?.send(JSON.stringify({ type: 'close', ssid: this.#ssid }))
  }

  stopReading(): void {
    this.#socket?.pause()
  }

  resumeReading(): void {
    this.#socket?.resume()
  }

  /** Waits until `fits` is true for the state. */
  async until(fits: () => boolean): Promise<void> {
    while (!fits()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'session') this.shared = message.session
    if (message.type === 'people' && this.shared) this.shared = withPeople(this.shared, message)
    if (message.type === 'you') this.you = message.you
    if (message.type === 'session' || message.type === 'people') this.messageCount += 1
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
