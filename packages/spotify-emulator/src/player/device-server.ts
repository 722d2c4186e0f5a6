import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Presenter } from '../api/presenter.ts'
import { type ConnectionOptions, DeviceConnection } from './device-connection.ts'
import { FromDevice, type ToDevice } from './device-messages.ts'
import { createMessageLimiter, type MessageLimiter } from './message-limiter.ts'

type Options = ConnectionOptions & {
  /** How often each page's token is checked, in milliseconds. */
  readonly tokenCheckEveryMs: number
}

const helloTimeoutMs = 10_000
const pingEveryMs = 10_000
/** The most bytes of earlier messages that may wait for a page that does not read. */
const maxUnsentBytes = 256 * 1024

/** Creates the server for the WebSockets between the provider and the players in the pages. */
export function createDeviceServer(options: Options) {
  const { grants, now } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()
  const limiters = new Map<number, MessageLimiter>()
  grants.onEnd((grantId) => limiters.delete(grantId))

  /**
   * Returns the limiter of a grant (one consent). All pages of a grant share it, also those that connect later, so that
   * more sockets do not allow more messages.
   */
  const limiterOf = (grantId: number): MessageLimiter => {
    const limiter = limiters.get(grantId) ?? createMessageLimiter()
    limiters.set(grantId, limiter)
    return limiter
  }

  const serve = (socket: WebSocket, present: Presenter): void => {
    let limiter = createMessageLimiter()
    const send = (message: ToDevice): void => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > maxUnsentBytes) return socket.terminate()
      socket.send(JSON.stringify(message))
    }
    const close = (code: number, reason: string): void => socket.close(code, reason)
    const connection = new DeviceConnection(options, { send, close }, present)
    const helloTimer = setTimeout(() => connection.grantId ?? close(4000, 'no hello'), helloTimeoutMs)
    const tokenChecks = setInterval(() => connection.checkToken(), options.tokenCheckEveryMs)
    const pings = setInterval(() => {
      if (!alive.has(socket)) return socket.terminate()
      alive.delete(socket)
      socket.ping()
      // The page needs this message to notice a lost connection, because scripts in a page cannot see WebSocket
      // pings.
      send({ type: 'alive' })
    }, pingEveryMs)
    alive.add(socket)

    socket.on('pong', () => alive.add(socket))
    socket.on('message', (data) => {
      const { grantId } = connection
      if (!limiter.take(now())) return close(1008, 'too many messages')
      const message = parseMessage(data instanceof Buffer ? data.toString('utf8') : '')
      if (message === null) return close(1007, 'not understood')
      if (message.type !== 'hello') return connection.receive(message)
      connection.register(message)
      // Only the first `hello` registers. After the end of the grant, another one must not store a limiter again.
      if (grantId === null && connection.grantId !== null) limiter = limiterOf(connection.grantId)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', (code) => {
      clearTimeout(helloTimer)
      clearInterval(tokenChecks)
      clearInterval(pings)
      connection.closed(code)
    })
  }

  return {
    /** Handles an upgrade request to `/dealer`: accepts the WebSocket and serves the device. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, present: Presenter): void {
      server.handleUpgrade(request, socket, head, (opened) => serve(opened, present))
    },
    close(): void {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function parseMessage(text: string): FromDevice | null {
  try {
    const parsed = FromDevice.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
