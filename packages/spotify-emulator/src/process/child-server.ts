import { createSpotifyEmulator } from '../emulator.ts'
import { createEmulatorServer } from '../emulator-server.ts'
import { type FromProcess, Start } from './process-messages.ts'

/** Sends a message to the parent process. A send error means that the parent has exited, so it is ignored. */
const send = (message: FromProcess): void => void process.send?.(message, () => undefined)

/**
 * Starts the provider when the first message of the parent process comes, and stops it when the parent disconnects.
 */
export function serveParent(): void {
  // These signals are ignored, because Ctrl-C sends them to both processes. The parent process stops this one.
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
    // The addresses of pictures have no origin, because browsers load pictures from the parent, which can have any
    // host name.
    imageOrigin: '',
    behindProxy: true,
    log: (level, message, details) => send({ type: 'log', level, message, details: toRecord(details) }),
  })
  const server = createEmulatorServer(emulator, true)
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

/**
 * Converts an error to its text, because JSON turns an error into an empty object. Returns other values unchanged.
 */
const serializable = (value: unknown): unknown =>
  value instanceof Error ? (value.stack ?? value.message) : value

function toRecord(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, serializable(value)]))
}
