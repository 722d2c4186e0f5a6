import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { BuiltIn } from './built-in-provider.ts'
import type { MountedServices } from './http/mount.ts'
import { respondRefused } from './http/raw-answers.ts'
import type { TellAway } from './outage-log.ts'
import { refuse } from './refusal.ts'
import { BUILT_IN_PATH } from './spotify/provider.ts'

/** They concern one connection alone, not the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding']

/**
 * Passes on what is for the built-in provider to the process in which it runs for several servers. People reach it
 * below the origin of whichever server they use, so that for them nothing differs.
 *
 * @param url the origin of that process
 * @param tellAway gets each time that it does not answer
 */
export function passOnToProvider(url: string, mounted: MountedServices, tellAway: TellAway): BuiltIn {
  const { request: ask, Agent } = new URL(url).protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })

  const onward = ({ method = 'GET', url: path = '/' }: IncomingMessage, headers: IncomingHttpHeaders) =>
    ask(url, { method, path, agent, headers })

  mounted.mount(BUILT_IN_PATH, {
    handle(request, response) {
      const asked = onward(request, endToEnd(request.headers))
      asked.once('response', (answer) => answerWith(answer, response))
      asked.once('error', (error) => {
        // Who asked has gone, and what was asked for them was ended: nothing is away.
        if (response.destroyed) return undefined
        if (response.headersSent) return response.destroy()
        tellAway(error)
        return respondRefused(response, refuse('provider-away'))
      })
      response.once('close', () => asked.destroy())
      request.pipe(asked)
    },
    upgrade(request, socket, head) {
      const asked = onward(request, request.headers)
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
    },
  })
  return { open: async () => undefined, close: async () => agent.destroy() }
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
