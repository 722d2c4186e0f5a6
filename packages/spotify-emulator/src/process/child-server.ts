import { createServer } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '../emulator.ts'
import { type FromProcess, Start } from './messages.ts'

/** Sends a message to the parent. It fails silently when the parent has exited. */
const send = (message: FromProcess): void => void process.send?.(message, () => undefined)

/** Waits for the first message of the parent process and serves until the parent disconnects. */
export function serveParent(): void {
  // Ctrl-C sends its signal to both processes. It is ignored here, because the parent ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  let stop = (): void => process.exit(0)
  process.once('disconnect', () => stop())
  process.once('message', (message) => {
    process.on('message', () => send({ type: 'alive' }))
    try {
      stop = serve(Start.parse(message))
    } catch (error) {
      fail(error)
    }
  })
}

/** @returns a function that stops the server and exits */
function serve({ listenAt, options }: Start): () => void {
  const emulator: SpotifyEmulator = createSpotifyEmulator({
    ...options,
    // Pictures get relative addresses, because the parent shows them under any host name.
    imageOrigin: '',
    passedOn: true,
    log: (level, message, details) => send({ type: 'log', level, message, details: toRecord(details) }),
  })
  const server = createServer((request, response) => void emulator.handle(request, response))
  // This process never closes an idle connection, because the parent might send a request at that moment. The
  // parent closes its connections itself.
  server.keepAliveTimeout = 0
  server.on('upgrade', (request, socket, head) => {
    if (!emulator.upgrade(request, socket, head)) socket.destroy()
  })
  server.once('error', fail)
  server.listen(listenAt, () => send({ type: 'listening' }))
  return () => {
    server.close()
    server.closeAllConnections()
    void emulator.close().finally(() => process.exit(0))
  }
}

function fail(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  process.send?.({ type: 'failed', reason } satisfies FromProcess, () => process.exit(1))
}

/** Converts an error to its text, because JSON would lose it. */
const serializable = (value: unknown): unknown =>
  value instanceof Error ? (value.stack ?? value.message) : value

function toRecord(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, serializable(value)]))
}
