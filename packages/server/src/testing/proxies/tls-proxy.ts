import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { authority, good, key } from './certificates.ts'
import { listenOnLoopback } from '../loopback.ts'

/** The host name in the certificates `good` and `expired`. */
export const PUBLIC_NAME = 'music.example.test'

/** Options for requests: they resolve `PUBLIC_NAME` to this machine and trust the test authority. */
export const lookup: { lookup: LookupFunction; ca: string } = {
  ca: authority,
  lookup: (name, { all }, callback) => {
    if (name !== PUBLIC_NAME) return callback(new Error(`${name} is not known here`), '', 0)
    if (all) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  },
}

/** How a proxy behaves. By default it behaves correctly. */
export type ProxyBehaviour = {
  certificate?: string
  passesUpgrades?: boolean
  /** Whether the proxy adds the headers `X-Forwarded-…`. */
  forwards?: boolean
  /** Whether the proxy adds the header `X-Forwarded-For`. */
  namesClient?: boolean
  /** False: the proxy speaks plain http. */
  isEncrypted?: boolean
  sendsHsts?: boolean
}

/** Starts a proxy on this machine, in front of a server. */
export async function startTlsProxy(behaviour: ProxyBehaviour = {}) {
  const { certificate = good, passesUpgrades = true, sendsHsts = true, isEncrypted = true } = behaviour
  const { forwards = true, namesClient = forwards } = behaviour
  const protocol = isEncrypted ? 'https' : 'http'
  let target = 'http://127.0.0.1:1'
  const openRequest = (request: IncomingMessage, isUpgrade: boolean) => {
    const { connection, upgrade, ...headers } = request.headers
    return http.request(target + (request.url ?? ''), {
      method: request.method,
      headers: {
        ...headers,
        ...(isUpgrade && passesUpgrades && { connection, upgrade }),
        ...(forwards && { 'x-forwarded-proto': protocol }),
        ...(namesClient && { 'x-forwarded-for': request.socket.remoteAddress ?? '' }),
      },
    })
  }
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const forwarded = openRequest(request, false)
    forwarded.once('error', () => response.writeHead(502).end('Bad gateway'))
    forwarded.once('response', (answer) => {
      const hsts = sendsHsts ? { 'strict-transport-security': 'max-age=31536000' } : {}
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...hsts })
      answer.pipe(response)
    })
    request.pipe(forwarded)
  }
  const server = isEncrypted ? https.createServer({ key, cert: certificate }, pass) : http.createServer(pass)
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => socket.destroy())
    const forwarded = openRequest(request, true)
    forwarded.once('error', () => socket.destroy())
    forwarded.once('response', ({ statusCode }) => {
      socket.end(`HTTP/1.1 ${statusCode} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    })
    forwarded.once('upgrade', (answer, far) => {
      const key = String(answer.headers['sec-websocket-accept'])
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
      )
      far.on('error', () => socket.destroy())
      socket.pipe(far).pipe(socket)
    })
    forwarded.end()
  })
  const port = await listenOnLoopback(server)
  return {
    origin: `${protocol}://${PUBLIC_NAME}:${port}`,
    leadTo(address: string): void {
      target = address
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
