import type { Connection } from '../connection.ts'

const LISTS = ['invites', 'friends', 'accounts'] as const

/**
 * The pause after a client that has no session open, in milliseconds. It is about as long as the database lookups for
 * another client, so that clients are handled at a steady rate.
 */
const PAUSE_MS = 1
/**
 * How long to wait after a failed lookup, in milliseconds. A lookup fails, for example, because the database is
 * away.
 */
const RETRY_MS = 1_000

export type ResendQueue = {
  /** Adds clients to the end of the queue. A client that is already in the queue keeps its place. */
  add(connections: Iterable<Connection>): void
  stop(): void
}

/**
 * Creates a queue that sends personal data again to clients that may have missed a change. It handles one
 * client after the other, so that thousands of clients do not overload the database. If this fails for a
 * client, it is tried again after the others.
 */
export function createResendQueue(deps: {
  /**
   * Sends the personal view of a session to a client. If the user may not be in the session, the client gets
   * the reason instead.
   */
  sendYou(connection: Connection, ssid: string): Promise<void>
  onError(error: unknown): void
}): ResendQueue {
  const waiting = new Set<Connection>()
  let isRunning = false
  let isStopped = false

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    // Clients that are added during this loop are handled too, because a loop over a set also visits its new
    // elements.
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
