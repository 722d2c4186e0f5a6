import { createServer } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '../emulator.ts'
import { type FromProcess, Start } from './messages.ts'

/** Sends a message to the parent. It fails silently when the parent has exited. */
const send = (message: FromProcess): void => void process.send?.(message, () => undefined)

/** Waits for the first message of the parent process and serves until the parent disconnects. */
export function serveParent(): void {
  // A terminal sends its signals to both processes. The parent ends this one.
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
    // The parent's pages show the pictures, under any host name.
    imageOrigin: '',
    passedOn: true,
    log: (level, message, details) => send({ type: 'log', level, message, details: toRecord(details) }),
  })
  const server = createServer((request, response) => void emulator.handle(request, response))
  // The parent closes its connections itself, so that none closes during a request.
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

/** JSON shows nothing of an error. */
const serializable = (value: unknown): unknown =>
  value instanceof Error ? (value.stack ?? value.message) : value

function toRecord(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, serializable(value)]))
}
