import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { MountedServices } from '../../platform/http/mounted-services.ts'
import { endWithRefusal, writeRefusal } from '../../platform/http/raw-responses.ts'
import type { ReportOutage } from '../../platform/log/outage-log.ts'
import { refuse } from '../../platform/refusal.ts'
import { BUILT_IN_PATH } from '../provider.ts'

/**
 * Headers that are valid for one connection only, so a proxy must not forward them (RFC 9110, 7.6.1).
 * `Transfer-Encoding` is missing, because Node needs it to write the body in chunks again. Without it, Node writes the
 * body of a GET, HEAD, DELETE or OPTIONS request without its length, and the provider reads the body as the next request.
 */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer']

/** The process of the provider, to which requests are forwarded. */
export type Upstream = {
  /** Returns the address of the process. Waits while the process starts. Rejects while it is not running. */
  getAddress(): Promise<Pick<http.RequestOptions, 'socketPath' | 'protocol' | 'hostname' | 'port'>>
}

/**
 * Creates the upstream for a provider process that several servers share.
 * @param url the origin of the process
 */
export function upstreamFromUrl(url: string): Upstream {
  const { protocol, hostname, port } = new URL(url)
  return { getAddress: async () => ({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }) }
}

/**
 * Forwards requests and WebSockets below `BUILT_IN_PATH` to the process of the built-in provider (B8). So clients
 * connect only to this server.
 * @param reportOutage is called each time the process does not answer
 * @returns a function that closes the connections to the process
 */
export function forwardToProvider(
  upstream: Upstream,
  mounted: MountedServices,
  reportOutage: ReportOutage,
): () => void {
  const agents: Agents = {
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  }
  const openRequest = (request: IncomingMessage, headers: IncomingHttpHeaders) =>
    sendOn(request, headers, upstream, agents)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = (error: unknown) => {
      // The request has failed because the client has closed the connection. This is not an outage of the provider.
      if (response.destroyed) return undefined
      if (response.headersSent) return response.destroy()
      reportOutage(error)
      return writeRefusal(response, refuse('provider-away'))
    }
    try {
      const forwarded = await openRequest(request, withoutHopByHop(request.headers))
      forwarded.once('response', (answer) => sendResponse(answer, response))
      forwarded.once('error', failed)
      response.once('close', () => forwarded.destroy())
      if (response.destroyed) forwarded.destroy()
      request.pipe(forwarded)
      // If the provider closes the request early, the rest of the body is read and dropped. Otherwise the client could
      // not send its next request on the same connection.
      forwarded.once('close', () => request.unpipe(forwarded).resume())
    } catch (error) {
      failed(error)
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Without this listener, a connection that breaks before the provider has answered would end this process.
    socket.once('error', () => socket.destroy())
    try {
      const forwarded = await openRequest(request, request.headers)
      forwarded.once('upgrade', (answer, far, farHead) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer)}\r\n`)
        connectSockets(socket, far)
        far.write(head)
        socket.write(farHead)
      })
      forwarded.once('response', (answer) => {
        const refused = refusalFor(answer)
        if (refused === 'provider-away') reportOutage(new Error(`A WebSocket got ${answer.statusCode}`))
        answer.resume()
        endWithRefusal(socket, refuse(refused))
      })
      forwarded.once('error', (error) => {
        reportOutage(error)
        socket.destroy()
      })
      forwarded.end()
    } catch (error) {
      reportOutage(error)
      socket.destroy()
    }
  }

  mounted.mount(BUILT_IN_PATH, {
    handle: (request, response) => void handle(request, response),
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
  })
  return () => {
    agents.http.destroy()
    agents.https.destroy()
  }
}

type Agents = { http: http.Agent; https: https.Agent }

/** Opens a request to the process with the method, the path and these headers of a request to this server. */
async function sendOn(
  request: IncomingMessage,
  headers: IncomingHttpHeaders,
  upstream: Upstream,
  agents: Agents,
): Promise<ClientRequest> {
  const { method = 'GET', url: path = '/' } = request
  const place = await upstream.getAddress()
  const options = {
    ...place,
    method,
    path,
    headers: { ...headers, 'x-forwarded-for': forwardedFor(request) },
  }
  return place.protocol === 'https:'
    ? https.request({ ...options, agent: agents.https })
    : http.request({ ...options, agent: agents.http })
}

/** Returns why a WebSocket is refused, if the process answers it with another status than 101. */
function refusalFor({ statusCode = 0 }: IncomingMessage): 'provider-away' | 'not-found' | 'malformed' {
  if (statusCode >= 500) return 'provider-away'
  return statusCode === 404 ? 'not-found' : 'malformed'
}

/** Returns the new value of `X-Forwarded-For`: the address of the client, and then those of all proxies. */
function forwardedFor({ headers, socket }: IncomingMessage): string {
  const named = headers['x-forwarded-for']
  const peer = socket.remoteAddress ?? 'unknown'
  return named === undefined ? peer : `${String(named)}, ${peer}`
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

function sendResponse(answer: IncomingMessage, response: ServerResponse): void {
  // Node chooses the encoding that the client understands.
  const { 'transfer-encoding': _, ...headers } = withoutHopByHop(answer.headers)
  response.writeHead(answer.statusCode ?? 502, headers)
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.reduce((lines, part, index) => lines + part + (index % 2 === 0 ? ': ' : '\r\n'), '')
}

/** Forwards data between two sockets in both directions, until one of them closes. */
function connectSockets(near: Duplex, far: Duplex): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(to)
    from.once('error', () => to.destroy())
    from.once('close', () => to.destroy())
  }
}
