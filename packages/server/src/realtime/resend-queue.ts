import type { Connection } from './connection.ts'

const LISTS = ['invites', 'friends', 'accounts'] as const

/**
 * The pause after a client without an open session, in milliseconds. A database lookup takes about as long, so clients
 * with and without sessions get their messages at the same rate.
 */
const PAUSE_MS = 1
/** How long to wait after a failed lookup, for example because the database is away, in milliseconds. */
const RETRY_MS = 1_000

export type ResendQueue = {
  /** Adds clients to the end of the queue. A client that is in the queue already stays where it is. */
  add(connections: Iterable<Connection>): void
  stop(): void
}

/**
 * Sends personal data again to clients that may have missed a change: their personal views of the open sessions, and a
 * message to load their lists again. It handles one client after the other, so that thousands of clients do not use the
 * database at the same time. It retries a client until it succeeds, because the user may have been removed from a
 * session.
 */
export function createResendQueue(deps: {
  /** Sends the personal view of a session, or closes the session if the user may not be there. */
  sendYou(connection: Connection, ssid: string): Promise<void>
  onError(error: unknown): void
}): ResendQueue {
  const waiting = new Set<Connection>()
  let isRunning = false
  let isStopped = false

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    // A set's iteration also visits elements that are added during it.
    for (const connection of waiting) {
      waiting.delete(connection)
      try {
        await resend(connection)
      } catch (error) {
        deps.onError(error)
        waiting.add(connection)
        await pause(RETRY_MS)
      }
      if (isStopped) return
    }
    isRunning = false
  }

  async function resend(connection: Connection): Promise<void> {
    for (const { room } of connection.subscriptions) await deps.sendYou(connection, room.ssid)
    if (connection.subscriptions.length === 0) await pause(PAUSE_MS)
    if (isStopped) return
    for (const what of LISTS) connection.send({ type: 'changed', what })
  }

  return {
    add(connections) {
      for (const connection of connections) waiting.add(connection)
      void run()
    },
    stop() {
      isStopped = true
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
