import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { MountedServices } from '../platform/http/mount.ts'
import { respondRefused } from '../platform/http/raw-answers.ts'
import type { TellAway } from '../platform/log/outage-log.ts'
import { refuse } from '../platform/refusal.ts'
import { BUILT_IN_PATH } from './provider.ts'

/** They concern one connection alone, not the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding']

/** Where the process of the built-in provider is reached. */
export type Upstream = {
  /** Waits while it starts. Rejects while it is away. */
  reach(): Promise<Pick<http.RequestOptions, 'socketPath' | 'protocol' | 'hostname' | 'port'>>
}

/** @param url the origin of a process that runs for several servers */
export function upstreamAt(url: string): Upstream {
  const { protocol, hostname, port } = new URL(url)
  return { reach: async () => ({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }) }
}

/**
 * Passes on what is for the built-in provider to the process in which it runs (B8). People reach it below the origin of
 * whichever server they use.
 *
 * @param tellAway gets each time that it does not answer
 * @returns ends the idle connections to it
 */
export function passOn(upstream: Upstream, mounted: MountedServices, tellAway: TellAway): () => void {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }

  async function onward(request: IncomingMessage, headers: IncomingHttpHeaders) {
    const { method = 'GET', url: path = '/' } = request
    const place = await upstream.reach()
    const options = { ...place, method, path, headers: { ...headers, 'x-forwarded-for': askersOf(request) } }
    return place.protocol === 'https:'
      ? https.request({ ...options, agent: agents.https })
      : http.request({ ...options, agent: agents.http })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = (error: unknown) => {
      // Who asked has gone, and what was asked for them was ended: nothing is away.
      if (response.destroyed) return undefined
      if (response.headersSent) return response.destroy()
      tellAway(error)
      return respondRefused(response, refuse('provider-away'))
    }
    try {
      const asked = await onward(request, endToEnd(request.headers))
      asked.once('response', (answer) => answerWith(answer, response))
      asked.once('error', failed)
      response.once('close', () => asked.destroy())
      if (response.destroyed) asked.destroy()
      request.pipe(asked)
      // What was not read of the body must not stand before the next request of the connection.
      asked.once('close', () => request.unpipe(asked).resume())
    } catch (error) {
      failed(error)
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // It may break while the other side is not there yet.
    socket.once('error', () => socket.destroy())
    try {
      const asked = await onward(request, request.headers)
      asked.once('upgrade', (answer, far, farHead) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer)}\r\n`)
        join(socket, far)
        far.write(head)
        socket.write(farHead)
      })
      asked.once('response', () => socket.destroy())
      asked.once('error', (error) => {
        tellAway(error)
        socket.destroy()
      })
      asked.end()
    } catch (error) {
      tellAway(error)
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

/** Who asked, the farthest first: what the request says of it, and who is connected to us. */
function askersOf({ headers, socket }: IncomingMessage): string {
  const named = headers['x-forwarded-for']
  const peer = socket.remoteAddress ?? 'unknown'
  return named === undefined ? peer : `${String(named)}, ${peer}`
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

function answerWith(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.reduce((lines, part, index) => lines + part + (index % 2 === 0 ? ': ' : '\r\n'), '')
}

/** Both ends hear each other, until one of them ends. */
function join(near: Duplex, far: Duplex): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(to)
    from.once('error', () => to.destroy())
    from.once('close', () => to.destroy())
  }
}
