import { once } from 'node:events'
import net from 'node:net'

/** A TCP proxy in front of Redis or PostgreSQL. It can simulate a broken network. */
export type BreakableProxy = {
  readonly url: string
  /** Closes open connections and refuses new ones. */
  cut(): Promise<void>
  /** Keeps open connections but forwards nothing. */
  stall(): void
  mend(): Promise<void>
  close(): Promise<void>
}

/**
 * Returns a port that the system gives to nobody else. Otherwise another connection could take it while the proxy is
 * cut.
 */
const randomPort = () => 20_000 + Math.floor(Math.random() * 12_000)

/**
 * Starts the proxy.
 * @param target the address of Redis or PostgreSQL
 */
export async function openBreakableProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  let isStalled = false

  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => isStalled || to.write(data))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'))
  let ownPort = randomPort()
  while (!server.listening) await listen(ownPort).catch(() => (ownPort = randomPort()))

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${ownPort}` }).href,
    cut,
    stall() {
      isStalled = true
    },
    async mend() {
      isStalled = false
      if (!server.listening) await listen(ownPort)
    },
    close: cut,
  }
}
