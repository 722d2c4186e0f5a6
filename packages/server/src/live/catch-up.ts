import { setTimeout } from 'node:timers/promises'
import type { Connection } from './connection.ts'

const LISTS = ['invites', 'friends', 'accounts'] as const

/** About what it takes to look somebody up: who has nothing open is told no quicker than who has, in milliseconds. */
const PAUSE_MS = 1

export type CatchUp = {
  /** Begins, or begins anew, with those who are connected now. */
  begin(connections: readonly Connection[]): void
  stop(): void
}

/**
 * Tells people anew what is their own, after it may have changed untold: where they stand in their open sessions, and
 * that their lists are worth fetching. One after the other, so that thousands neither ask the database at once nor
 * fetch at once.
 */
export function createCatchUp(deps: {
  /** Tells a person their own part of a session, or that they may not be there any more. */
  sendYou(connection: Connection, ssid: string): Promise<void>
  onError(error: unknown): void
}): CatchUp {
  let round = 0

  async function run(ownRound: number, connections: readonly Connection[]): Promise<void> {
    for (const connection of connections) {
      for (const ssid of [...connection.sessions.keys()]) {
        if (round !== ownRound) return
        await deps.sendYou(connection, ssid).catch(deps.onError)
      }
      if (connection.sessions.size === 0) await setTimeout(PAUSE_MS)
      if (round !== ownRound) return
      for (const what of LISTS) connection.send({ type: 'changed', what })
    }
  }

  return {
    begin(connections) {
      round += 1
      void run(round, connections)
    },
    stop() {
      round += 1
    },
  }
}
