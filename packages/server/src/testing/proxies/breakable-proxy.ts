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
  const listen = (at: number) =>
    new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', () => resolve()))
  await listen(0)
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0

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
