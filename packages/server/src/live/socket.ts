import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ClientMessage, liveClose } from '@jointly/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { Connection, type Outlet } from './connection.ts'
import type { Hub } from './hub.ts'

const HELLO_WITHIN_MS = 5_000
const PING_EVERY_MS = 10_000
/** The token of a standing connection is checked anew at every so many pings: it may have expired, or its end gone unheard. */
const PINGS_PER_CHECK = 6
/** The longest message a client has to send is its token. */
const MAX_MESSAGE_BYTES = 4_096
/** Clock probes come in bursts; more than this between two pings is no honest client. */
const MESSAGES_PER_PING = 200
const GOING_AWAY = 1001
/** How long a client may take to answer that it closes too. */
const CLOSE_WITHIN_MS = 500

export type LiveDeps = {
  hub: Hub
  now: () => number
  /** Whose token this is; null for a dead one (A1). */
  authenticate(token: string): Promise<{ userId: string; tokenId: string } | null>
  onError(error: unknown): void
}

/** The live connections: `upgrade` takes a request of the HTTP server over, `close` ends them all. */
export function createLiveServer(deps: LiveDeps) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (webSocket) => attend(deps, webSocket))
    },
    async close(): Promise<void> {
      deps.hub.stop()
      for (const client of server.clients) client.close(GOING_AWAY, 'the server stops')
      const impatience = setTimeout(
        () => server.clients.forEach((client) => client.terminate()),
        CLOSE_WITHIN_MS,
      )
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(impatience)
    },
  }
}

/** Attends to one connection from its first message to its end. */
function attend(deps: LiveDeps, socket: WebSocket): void {
  const { hub, onError } = deps
  let connection: Connection | null = null
  let received = 0
  // Messages are answered one after the other, in the order in which they came.
  let last: Promise<void> = Promise.resolve()

  const impatience = setTimeout(
    () => socket.close(liveClose.helloTimeout, 'say hello first'),
    HELLO_WITHIN_MS,
  )
  const stopPings = keepAlive(socket, async (pings) => {
    received = 0
    if (!connection || pings % PINGS_PER_CHECK !== 0) return
    if (!(await deps.authenticate(connection.token))) connection.endLogin()
  })

  async function answer(data: RawData): Promise<void> {
    const message = parse(data)
    if (!message) return socket.close(liveClose.malformed, 'not understood')
    if (message.type === 'clock')
      return connection?.send({ type: 'clock', sentMs: message.sentMs, nowTime: deps.now() })
    if (message.type === 'hello') return hello(message.token)
    if (!connection) return socket.close(liveClose.unauthenticated, 'say hello first')
    await (message.type === 'open' ? hub.open(connection, message.ssid) : hub.close(connection, message.ssid))
  }

  async function hello(token: string): Promise<void> {
    if (connection) return
    const caller = await deps.authenticate(token)
    if (!caller) return socket.close(liveClose.unauthenticated, 'the log-in ended')
    clearTimeout(impatience)
    if (socket.readyState !== socket.OPEN) return
    const { userId, tokenId } = caller
    connection = new Connection(outletOf(socket), { id: randomUUID(), userId, token, tokenId })
    hub.add(connection)
    connection.send({ type: 'ready' })
  }

  socket.on('message', (data) => {
    received += 1
    if (received > MESSAGES_PER_PING) return socket.close(liveClose.tooMany, 'too many messages')
    last = last.then(() => answer(data)).catch(onError)
  })
  // What breaks a connection is followed by its end; there is nothing else to do about it.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(impatience)
    stopPings()
    last = last.then(() => (connection ? hub.remove(connection) : undefined)).catch(onError)
  })
}

function outletOf(socket: WebSocket): Outlet {
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    send: (data, onSent) => socket.send(data, { binary: false }, (error) => onSent?.(error ?? undefined)),
    close: (code, reason) => socket.close(code, reason),
  }
}

/** Pings every ten seconds, and ends a connection that did not answer the ping before. */
function keepAlive(socket: WebSocket, onPing: (pings: number) => Promise<void>): () => void {
  let isAlive = true
  let pings = 0
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    pings += 1
    socket.ping()
    // What fails here, as when the database is away, is tried again with later pings.
    onPing(pings).catch(() => undefined)
  }, PING_EVERY_MS)
  return () => clearInterval(timer)
}

function parse(data: RawData): ClientMessage | null {
  if (!Buffer.isBuffer(data)) return null
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
