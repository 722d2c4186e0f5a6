import type { Connection } from '../connection.ts'

const LISTS = ['invites', 'friends', 'accounts'] as const

/**
 * The pause after a client without an open session, in milliseconds. It replaces the database lookups that other
 * clients need, so that all these clients do not fetch their lists at the same moment.
 */
const PAUSE_MS = 1
/** The pause after a database lookup that failed, in milliseconds. The database may be unavailable for some time. */
const RETRY_MS = 1_000

export type ResendQueue = {
  /** Adds clients to the end of the queue. A client that is already in the queue is not moved. */
  add(connections: Iterable<Connection>): void
  stop(): void
}

/**
 * Creates a queue of clients that may have missed a change of their personal data. It sends the data again, to one
 * client after the other, so that thousands of clients do not overload the database. After a failure, the client is
 * added to the end of the queue again.
 */
export function createResendQueue(deps: {
  /**
   * Sends the personal view of a session to a client. If the user no longer has access to the session, the client gets
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
    // A loop over a set also visits elements that are added during the loop. So new clients are handled too.
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
