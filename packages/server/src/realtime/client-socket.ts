import type { Duplex } from 'node:stream'
import { ClientMessage, liveClose } from '@jointly/contract'
import type { RawData, WebSocket } from 'ws'
import { parseJson } from '../platform/parse-json.ts'
import { Connection, type FrameWriter } from './connection.ts'
import { MESSAGES_PER_HEARTBEAT } from './connection-limits.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Hub } from './hub.ts'

const HELLO_TIMEOUT_MS = 5_000
const EMPTY = Buffer.alloc(0)

/**
 * The number of connections since the start. A new connection gets this number as its id, because a random id needs
 * more memory.
 */
let connectionCount = 0

export type SocketDeps = {
  hub: Hub
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  /** Finds the login of a token. Null if the token is unknown, or if its login has ended (A1). */
  authenticate(token: string): Promise<{ userId: string; tokenId: string; isScreen?: boolean } | null>
  onError(error: unknown): void
}

/**
 * The WebSocket of one client. It parses the client's messages, and passes each to the hub after the previous one was
 * handled.
 */
export class ClientSocket {
  readonly #deps: SocketDeps
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #heartbeat: Heartbeat
  readonly #heartbeatGroup: number
  #helloTimer: NodeJS.Timeout | null
  /** The connection of the logged-in user. Null until the client has sent `hello`. */
  #connection: Connection | null = null
  /** Resolves when all messages that have arrived are handled. Null if no message is being handled. */
  #handling: Promise<void> | null = null
  #messagesSinceHeartbeat = 0
  #hasAnsweredPing = true

  /**
   * Starts to handle the messages of a client.
   * @param stream the TCP connection of the WebSocket, to which frames are written directly
   */
  constructor(deps: SocketDeps, heartbeat: Heartbeat, socket: WebSocket, stream: Duplex) {
    this.#deps = deps
    this.#socket = socket
    this.#stream = stream
    this.#heartbeat = heartbeat
    this.#heartbeatGroup = heartbeat.add(this)
    this.#helloTimer = setTimeout(
      () => socket.close(liveClose.helloTimeout, 'say hello first'),
      HELLO_TIMEOUT_MS,
    )
    socket.on('message', (data, isBinary) => this.#onMessage(isBinary ? null : data))
    socket.on('pong', () => {
      this.#hasAnsweredPing = true
    })
    socket.on('error', ignore)
    socket.on('close', () => this.#onClose())
  }

  /** Closes the connection if the client has not answered the last ping. Otherwise sends the next ping. */
  checkAlive(): void {
    if (!this.#hasAnsweredPing) return this.#socket.terminate()
    this.#hasAnsweredPing = false
    this.#messagesSinceHeartbeat = 0
    this.#socket.ping()
    // The login may have expired, or this server may have missed the event `logout`. If the check throws, the next
    // heartbeat repeats it.
    this.#checkLogin().catch(ignore)
  }

  async #checkLogin(): Promise<void> {
    const connection = this.#connection
    if (connection && !(await this.#deps.authenticate(connection.token))) connection.endLogin()
  }

  #onMessage(data: RawData | null): void {
    const socket = this.#socket
    this.#messagesSinceHeartbeat += 1
    if (this.#messagesSinceHeartbeat > MESSAGES_PER_HEARTBEAT)
      return socket.close(liveClose.tooMany, 'too many messages')
    const message = parse(data)
    if (!message) return socket.close(liveClose.malformed, 'not understood')
    // A clock message is answered before earlier messages are handled, because the client measures how long the
    // answer takes.
    if (message.type === 'clock' && this.#connection)
      return this.#connection.send({ type: 'clock', sentMs: message.sentMs, nowTime: this.#deps.now() })
    if (message.type === 'react' && this.#connection)
      return this.#deps.hub.react(this.#connection, message.ssid, message.emoji)
    this.#runInOrder(() => this.#handle(message))
  }

  #runInOrder(work: () => Promise<void>): void {
    const own: Promise<void> = (this.#handling?.then(work) ?? work()).catch(this.#deps.onError).then(() => {
      if (this.#handling === own) this.#handling = null
    })
    this.#handling = own
  }

  async #handle(message: ClientMessage): Promise<void> {
    const { hub, now } = this.#deps
    // Messages that arrive after the server has closed the connection are ignored.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (message.type === 'hello') return this.#logIn(message.token)
    const connection = this.#connection
    if (!connection) return this.#socket.close(liveClose.unauthenticated, 'say hello first')
    if (message.type === 'open') return hub.open(connection, message.ssid, message.sound)
    if (message.type === 'sound') return hub.setSound(connection, message.ssid, message.sound)
    if (message.type === 'close') return hub.close(connection, message.ssid)
    if (message.type === 'calibrate') return hub.calibrate(connection, message)
    if (message.type === 'react') return hub.react(connection, message.ssid, message.emoji)
    connection.send({ type: 'clock', sentMs: message.sentMs, nowTime: now() })
  }

  async #logIn(token: string): Promise<void> {
    if (this.#connection) return
    const socket = this.#socket
    const login = await this.#deps.authenticate(token).catch((error: unknown) => {
      socket.close(liveClose.tryAgainLater, 'the login could not be checked')
      throw error
    })
    if (!login) return socket.close(liveClose.unauthenticated, 'the login ended')
    this.#clearHelloTimer()
    if (socket.readyState !== socket.OPEN) return
    const { userId, tokenId, isScreen = false } = login
    const writer = new SocketWriter(socket, this.#stream)
    connectionCount += 1
    this.#connection = new Connection(writer, {
      ...{ id: String(connectionCount), userId, token, tokenId },
      isScreen,
    })
    this.#deps.hub.add(this.#connection)
    this.#connection.send({ type: 'ready' })
  }

  #clearHelloTimer(): void {
    if (this.#helloTimer) clearTimeout(this.#helloTimer)
    this.#helloTimer = null
  }

  #onClose(): void {
    this.#clearHelloTimer()
    this.#heartbeat.remove(this, this.#heartbeatGroup)
    this.#runInOrder(async () => {
      if (this.#connection) this.#deps.hub.remove(this.#connection)
    })
  }
}

/**
 * Writes encoded frames directly to the TCP connection. The `send` of the WebSocket would encode the same message again
 * for each client.
 */
class SocketWriter implements FrameWriter {
  readonly #socket: WebSocket
  readonly #stream: Duplex

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket
    this.#stream = stream
  }

  isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  write(frame: Buffer): void {
    this.#stream.write(frame)
  }

  unsentBytes(): number {
    return this.#stream.writableLength
  }

  onDrained(callback: () => void): void {
    this.#stream.write(EMPTY, (error) => {
      if (!error) callback()
    })
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

/** Ignores an error of the socket. After an error the socket closes, and `#onClose` handles this. */
function ignore(): void {}

/**
 * Parses a message of a client.
 * @returns null for binary data and for a text that does not match the schema `ClientMessage`
 */
function parse(data: RawData | null): ClientMessage | null {
  if (!Buffer.isBuffer(data)) return null
  return ClientMessage.safeParse(parseJson(data.toString('utf8'))).data ?? null
}
