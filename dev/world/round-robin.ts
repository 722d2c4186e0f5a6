import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { freePort } from './free-port.ts'

/** A proxy that sends requests and live connections to several servers in turn. */
export type RoundRobin = {
  readonly origin: string
  /** The origins of the servers. The list can change at any time. */
  readonly servers: string[]
  /** How many live connections each server got. */
  readonly liveConnections: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Starts the proxy on a free port of loopback, without servers. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const servers: string[] = []
  const liveConnections = new Map<string, number>()
  const turns = () => {
    let turn = 0
    return () => new URL(servers[(turn += 1) % servers.length] ?? 'http://127.0.0.1:9')
  }
  const [nextForCall, nextForLive] = [turns(), turns()]

  const proxy = http.createServer((request, response) => {
    const onward = http.request(nextForCall(), {
      method: request.method,
      path: request.url,
      headers: request.headers,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.on('upgrade', (request, near, head) => {
    const to = nextForLive()
    liveConnections.set(to.origin, (liveConnections.get(to.origin) ?? 0) + 1)
    const far = connect(Number(to.port), to.hostname, () => far.write(headOf(request)))
    far.write(head)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  const port = await freePort()
  await once(proxy.listen(port, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    servers,
    liveConnections,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}` : [],
  )
  return [`${method} ${url} HTTP/1.1`, ...pairs, '', ''].join('\r\n')
}
