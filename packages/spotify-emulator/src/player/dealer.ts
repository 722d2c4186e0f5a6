import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Presenter } from '../api/present.ts'
import { createMessageRate, type MessageRate } from './message-rate.ts'
import { FromDevice, type ToDevice } from './messages.ts'
import { createPageLine, type LineOptions } from './page-line.ts'

type Options = LineOptions & {
  /** How often it is looked whether each page's token is still good, in milliseconds. */
  readonly tendEveryMs: number
}

const helloWithinMs = 10_000
const pingEveryMs = 10_000

/** The sockets between the pages' players and the provider. */
export function createDealer(options: Options) {
  const { grants, now } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()
  const rates = new Map<number, MessageRate>()
  grants.onEnd((grantId) => rates.delete(grantId))

  /** All pages of a grant share one rate, so that more sockets do not allow more. */
  const rateOf = (grantId: number): MessageRate => {
    const rate = rates.get(grantId) ?? createMessageRate()
    rates.set(grantId, rate)
    return rate
  }

  const serve = (socket: WebSocket, present: Presenter): void => {
    const strangerRate = createMessageRate()
    const tell = (message: ToDevice): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    }
    const line = createPageLine(
      options,
      { tell, close: (code, reason) => socket.close(code, reason) },
      present,
    )
    const helloTimer = setTimeout(() => line.grantId() ?? socket.close(4000, 'no hello'), helloWithinMs)
    const tending = setInterval(() => line.tend(), options.tendEveryMs)
    const pings = setInterval(() => {
      if (!alive.has(socket)) return socket.terminate()
      alive.delete(socket)
      socket.ping()
      // A page cannot see pings; it takes the line for dead when it hears nothing.
      tell({ type: 'alive' })
    }, pingEveryMs)
    alive.add(socket)

    socket.on('pong', () => alive.add(socket))
    socket.on('message', (data) => {
      const grantId = line.grantId()
      const rate = grantId === null ? strangerRate : rateOf(grantId)
      if (!rate.take(now())) return socket.close(1008, 'too many messages')
      const message = parseMessage(data instanceof Buffer ? data.toString('utf8') : '')
      if (message === null) return socket.close(1007, 'not understood')
      if (message.type === 'hello') line.register(message)
      else line.hear(message)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(helloTimer)
      clearInterval(tending)
      clearInterval(pings)
      line.gone()
    })
  }

  return {
    /** Takes over an upgrade request to the dealer's address. */
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
