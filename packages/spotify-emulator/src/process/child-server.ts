import { createSpotifyEmulator } from '../emulator.ts'
import { createEmulatorServer } from '../emulator-server.ts'
import { type FromProcess, Start } from './process-messages.ts'

/** Sends a message to the parent process. An error is ignored, because it means that the parent has exited. */
const send = (message: FromProcess): void => void process.send?.(message, () => undefined)

/** Waits for the first message of the parent process and serves until the parent disconnects. */
export function serveParent(): void {
  // These signals are ignored, because Ctrl-C sends them to both processes and the parent ends this process.
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

/**
 * Starts the provider's server.
 * @returns a function that stops the server and exits
 */
function serve({ listenAt, options }: Start): () => void {
  const emulator = createSpotifyEmulator({
    ...options,
    // Pictures get addresses without an origin, because the parent shows them under any host name.
    imageOrigin: '',
    passedOn: true,
    log: (level, message, details) => send({ type: 'log', level, message, details: toRecord(details) }),
  })
  const server = createEmulatorServer(emulator)
  // This process never closes an idle connection, because the parent might send a request at that moment. The
  // parent closes its connections.
  server.keepAliveTimeout = 0
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

/** Converts an error to its text, because JSON would drop it. */
const serializable = (value: unknown): unknown =>
  value instanceof Error ? (value.stack ?? value.message) : value

function toRecord(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, serializable(value)]))
}
