import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { MountedServices } from '../platform/http/mounted-services.ts'
import { writeRefusal } from '../platform/http/raw-responses.ts'
import type { ReportOutage } from '../platform/log/outage-log.ts'
import { refuse } from '../platform/refusal.ts'
import { BUILT_IN_PATH } from './provider.ts'

/** Headers that belong to one connection and are not forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding']

/** Finds the process of the provider. */
export type Upstream = {
  /** Returns the address. Waits while the process starts, and rejects while the process is not running. */
  getAddress(): Promise<Pick<http.RequestOptions, 'socketPath' | 'protocol' | 'hostname' | 'port'>>
}

/**
 * Returns the address of a provider process that several servers share.
 * @param url the origin of the process
 */
export function upstreamFromUrl(url: string): Upstream {
  const { protocol, hostname, port } = new URL(url)
  return { getAddress: async () => ({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }) }
}

/**
 * Forwards requests and WebSockets for the built-in provider to its process (B8), so that clients need only the
 * origin of a server.
 * @param reportOutage is called each time the process does not answer
 * @returns closes the idle connections to the process
 */
export function passOn(upstream: Upstream, mounted: MountedServices, reportOutage: ReportOutage): () => void {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }

  async function onward(request: IncomingMessage, headers: IncomingHttpHeaders) {
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

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = (error: unknown) => {
      // The client has closed the connection, so its request was cancelled.
      if (response.destroyed) return undefined
      if (response.headersSent) return response.destroy()
      reportOutage(error)
      return writeRefusal(response, refuse('provider-away'))
    }
    try {
      const forwarded = await onward(request, withoutHopByHop(request.headers))
      forwarded.once('response', (answer) => sendResponse(answer, response))
      forwarded.once('error', failed)
      response.once('close', () => forwarded.destroy())
      if (response.destroyed) forwarded.destroy()
      request.pipe(forwarded)
      // The rest of the body is read and dropped, because the next request comes on the same connection after
      // it.
      forwarded.once('close', () => request.unpipe(forwarded).resume())
    } catch (error) {
      failed(error)
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Without this listener, the process would end if the connection breaks before the provider has answered.
    socket.once('error', () => socket.destroy())
    try {
      const forwarded = await onward(request, request.headers)
      forwarded.once('upgrade', (answer, far, farHead) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer)}\r\n`)
        connectSockets(socket, far)
        far.write(head)
        socket.write(farHead)
      })
      forwarded.once('response', () => socket.destroy())
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

/** Returns the value of `X-Forwarded-For`: the addresses of the client and its proxies, the client first. */
function forwardedFor({ headers, socket }: IncomingMessage): string {
  const named = headers['x-forwarded-for']
  const peer = socket.remoteAddress ?? 'unknown'
  return named === undefined ? peer : `${String(named)}, ${peer}`
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

function sendResponse(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers))
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.reduce((lines, part, index) => lines + part + (index % 2 === 0 ? ': ' : '\r\n'), '')
}

/** Passes data between two sockets until one of them closes. */
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
