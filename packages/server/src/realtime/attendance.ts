import type { Duplex } from 'node:stream'
import { ClientMessage, liveClose } from '@jointly/contract'
import type { RawData, WebSocket } from 'ws'
import { Connection, type Outlet } from './connection.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Hub } from './hub.ts'

const HELLO_WITHIN_MS = 5_000
/** Clock probes come in bursts; more than this between two pings is no honest client. */
const MESSAGES_PER_PING = 200
const NOTHING = Buffer.alloc(0)

/** Names the connections of this process apart; a random name for each of thousands would take its share of memory. */
let connections = 0

export type LiveDeps = {
  hub: Hub
  now: () => number
  /** Whose token this is; null for a dead one (A1). */
  authenticate(token: string): Promise<{ userId: string; tokenId: string } | null>
  onError(error: unknown): void
}

/** Attends to one connection from its first message to its end. */
export class Attendance {
  readonly #deps: LiveDeps
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #heartbeat: Heartbeat
  readonly #turn: number
  #impatience: NodeJS.Timeout | null
  #connection: Connection | null = null
  /** What is being answered; what comes meanwhile waits for it, so that all is answered in the order in which it came. */
  #underWay: Promise<void> | null = null
  #received = 0
  #isAlive = true

  /** @param stream that carries the socket's frames */
  constructor(deps: LiveDeps, heartbeat: Heartbeat, socket: WebSocket, stream: Duplex) {
    this.#deps = deps
    this.#socket = socket
    this.#stream = stream
    this.#heartbeat = heartbeat
    this.#turn = heartbeat.join(this)
    this.#impatience = setTimeout(
      () => socket.close(liveClose.helloTimeout, 'say hello first'),
      HELLO_WITHIN_MS,
    )
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? null : data))
    socket.on('pong', () => {
      this.#isAlive = true
    })
    socket.on('error', ignore)
    socket.on('close', () => this.#end())
  }

  /** Ends a connection that did not answer the ping before, else pings again. */
  beat(): void {
    if (!this.#isAlive) return this.#socket.terminate()
    this.#isAlive = false
    this.#received = 0
    this.#socket.ping()
    // The log-in may have expired, or its end gone unheard. What fails here, as when the database is away, is tried
    // again with the next ping.
    this.#checkLogin().catch(ignore)
  }

  async #checkLogin(): Promise<void> {
    const connection = this.#connection
    if (connection && !(await this.#deps.authenticate(connection.token))) connection.endLogin()
  }

  #hear(data: RawData | null): void {
    const socket = this.#socket
    this.#received += 1
    if (this.#received > MESSAGES_PER_PING) return socket.close(liveClose.tooMany, 'too many messages')
    const message = parse(data)
    if (!message) return socket.close(liveClose.malformed, 'not understood')
    const connection = this.#connection
    // A probe that waits behind something else would measure that.
    if (message.type === 'clock' && connection)
      return connection.send({ type: 'clock', sentMs: message.sentMs, nowTime: this.#deps.now() })
    this.#inOrder(() => this.#answer(message))
  }

  #inOrder(answer: () => Promise<void>): void {
    const own: Promise<void> = (this.#underWay?.then(answer) ?? answer())
      .catch(this.#deps.onError)
      .then(() => {
        if (this.#underWay === own) this.#underWay = null
      })
    this.#underWay = own
  }

  async #answer(message: ClientMessage): Promise<void> {
    const { hub, now } = this.#deps
    // We have ended it; a client that goes on speaking is not there any more.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (message.type === 'hello') return this.#hello(message.token)
    const connection = this.#connection
    if (!connection) return this.#socket.close(liveClose.unauthenticated, 'say hello first')
    if (message.type === 'open') return hub.open(connection, message.ssid)
    if (message.type === 'close') return hub.close(connection, message.ssid)
    connection.send({ type: 'clock', sentMs: message.sentMs, nowTime: now() })
  }

  async #hello(token: string): Promise<void> {
    if (this.#connection) return
    const socket = this.#socket
    const caller = await this.#deps.authenticate(token).catch((error: unknown) => {
      socket.close(liveClose.tryAgainLater, 'the log-in could not be checked')
      throw error
    })
    if (!caller) return socket.close(liveClose.unauthenticated, 'the log-in ended')
    this.#endImpatience()
    if (socket.readyState !== socket.OPEN) return
    const { userId, tokenId } = caller
    const outlet = new SocketOutlet(socket, this.#stream)
    connections += 1
    this.#connection = new Connection(outlet, { id: String(connections), userId, token, tokenId })
    this.#deps.hub.add(this.#connection)
    this.#connection.send({ type: 'ready' })
  }

  #endImpatience(): void {
    if (this.#impatience) clearTimeout(this.#impatience)
    this.#impatience = null
  }

  #end(): void {
    this.#endImpatience()
    this.#heartbeat.leave(this, this.#turn)
    this.#inOrder(async () => {
      if (this.#connection) this.#deps.hub.remove(this.#connection)
    })
  }
}

/** Writes whole frames to the stream below the socket: what is the same for thousands is not framed for each of them. */
class SocketOutlet implements Outlet {
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

  backlogBytes(): number {
    return this.#stream.writableLength
  }

  whenTaken(then: () => void): void {
    this.#stream.write(NOTHING, (error) => {
      if (!error) then()
    })
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

/** What breaks a connection is followed by its end; there is nothing else to do about it. */
function ignore(): void {}

function parse(data: RawData | null): ClientMessage | null {
  if (!Buffer.isBuffer(data)) return null
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
