import { createServer } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '../emulator.ts'
import { type FromProcess, Start } from './messages.ts'

/** The parent may be gone: then we end as well, and nobody listens. */
const tell = (message: FromProcess): void => void process.send?.(message, () => undefined)

/** Serves what the parent process orders with its first message, until the parent ends or lets go of us. */
export function serveParent(): void {
  // A terminal sends its signals to both of us; the parent decides when we end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  let end = (): void => process.exit(0)
  process.once('disconnect', () => end())
  process.once('message', (message) => {
    process.on('message', () => tell({ type: 'alive' }))
    try {
      end = serve(Start.parse(message))
    } catch (error) {
      fail(error)
    }
  })
}

/** @returns what ends it */
function serve({ listenAt, options }: Start): () => void {
  const emulator: SpotifyEmulator = createSpotifyEmulator({
    ...options,
    // Pictures are shown by pages of the parent's own origin, under whatever name people reach it.
    imageOrigin: '',
    passedOn: true,
    log: (level, message, details) => tell({ type: 'log', level, message, details: asData(details) }),
  })
  const server = createServer((request, response) => void emulator.handle(request, response))
  // The parent keeps its connections and ends them itself, so that none ends under a request.
  server.keepAliveTimeout = 0
  server.on('upgrade', (request, socket, head) => {
    if (!emulator.upgrade(request, socket, head)) socket.destroy()
  })
  server.once('error', fail)
  server.listen(listenAt, () => tell({ type: 'listening' }))
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

/** An error has nothing that JSON shows. */
const shown = (value: unknown): unknown => (value instanceof Error ? (value.stack ?? value.message) : value)

function asData(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shown(value)]))
}
