import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** The delay that is added to each piece of data, in each direction. */
export type PathDelay = { readonly ms: number; readonly jitterMs: number }

/** A proxy before the server that adds a delay, for HTTP and WebSocket. */
export type Path = {
  readonly origin: string
  /** Drops all data for this time. The connections stay open, as when a device loses its network. */
  cut(ms: number): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy before a server on this machine. The data keeps its order, as with TCP. */
export async function openPath(to: string, delay: PathDelay): Promise<Path> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    // A connection that is opened during the cut gets no answer.
    if (isCut) return
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {
        near.destroy()
        far.destroy()
      })
    }
    hold(near, far, delay)
    hold(far, near, delay)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the path has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async cut(ms) {
      isCut = true
      const cutSockets = [...sockets]
      // The old connections never carry data again, as when the device has another address afterwards.
      for (const socket of cutSockets) socket.removeAllListeners('data').pause()
      await pause(ms)
      isCut = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function hold(from: Socket, to: Socket, { ms, jitterMs }: PathDelay): void {
  const held: { dueMs: number; pass: () => void }[] = []
  let isWaiting = false
  function passDue(): void {
    isWaiting = false
    for (let first = held[0]; first && first.dueMs <= performance.now(); first = held[0]) {
      held.shift()
      first.pass()
    }
    const [next] = held
    if (!next || isWaiting) return
    isWaiting = true
    setTimeout(passDue, Math.max(0, next.dueMs - performance.now()))
  }
  function later(pass: () => void): void {
    const dueMs = performance.now() + ms + (Math.random() * 2 - 1) * jitterMs
    held.push({ dueMs: Math.max(dueMs, held.at(-1)?.dueMs ?? 0), pass })
    if (!isWaiting) passDue()
  }
  from.on('data', (data) => later(() => to.writable && to.write(data)))
  from.on('end', () => later(() => to.end()))
}
