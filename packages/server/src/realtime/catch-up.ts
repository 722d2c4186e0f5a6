import type { Connection } from './connection.ts'

const LISTS = ['invites', 'friends', 'accounts'] as const

/** About what it takes to look somebody up: who has nothing open is told no quicker than who has, in milliseconds. */
const PAUSE_MS = 1
/** How long to wait when somebody could not be looked up, as while the database is away. */
const RETRY_MS = 1_000

export type CatchUp = {
  /** These are to be told, too; who waits for it already keeps their place. */
  begin(connections: Iterable<Connection>): void
  stop(): void
}

/**
 * Tells people anew what is their own, after it may have changed untold: where they stand in their open sessions, and
 * that their lists are worth fetching. One after the other, so that thousands neither ask the database at once nor
 * fetch at once; and each until it has succeeded, since they may have to be told that they may not be there any more.
 */
export function createCatchUp(deps: {
  /** Tells a person their own part of a session, or that they may not be there any more. */
  sendYou(connection: Connection, ssid: string): Promise<void>
  onError(error: unknown): void
}): CatchUp {
  const waiting = new Set<Connection>()
  let isRunning = false
  let isStopped = false

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    // Who comes to wait meanwhile has their turn in the same round.
    for (const connection of waiting) {
      waiting.delete(connection)
      try {
        await tell(connection)
      } catch (error) {
        deps.onError(error)
        waiting.add(connection)
        await pause(RETRY_MS)
      }
      if (isStopped) return
    }
    isRunning = false
  }

  async function tell(connection: Connection): Promise<void> {
    for (const { room } of connection.seats) await deps.sendYou(connection, room.ssid)
    if (connection.seats.length === 0) await pause(PAUSE_MS)
    if (isStopped) return
    for (const what of LISTS) connection.send({ type: 'changed', what })
  }

  return {
    begin(connections) {
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
