import type { Db } from '../platform/db/tables.ts'
import { readDatabaseClock, type ClusterClock } from './cluster-clock.ts'

const REGISTRY_HEARTBEAT_MS = 2_000
/** A server is lost if its row has not changed during this many heartbeats of this server. */
const UNLISTED_AFTER_HEARTBEATS = 4
/** The row of a server is deleted one hour after its last change, in milliseconds. */
const KEPT_MS = 3_600_000

export type ServerRegistry = {
  /** Returns the names of the other servers that use this database. */
  others(): readonly string[]
  start(): Promise<void>
  close(): Promise<void>
}

/** A registry that lists no other servers. */
export const emptyRegistry: ServerRegistry = {
  others: () => [],
  start: async () => undefined,
  close: async () => undefined,
}

/**
 * The key is the name of another server. `beatAt` is the heartbeat in its row, and `silentFor` is the number of
 * heartbeats of this server since the row changed.
 */
type ServerRows = ReadonlyMap<string, { readonly beatAt: number; readonly silentFor: number }>

/**
 * Creates a list of the servers that use one PostgreSQL database. It works even if Redis is away or not configured,
 * because each server updates its row in the database with every heartbeat.
 * @param server the unique name of this server
 * @param clock gets a sample of the database clock with each heartbeat
 * @param onChange is called with the new list of other servers when it has changed
 */
export function createServerRegistry(
  db: Db,
  server: string,
  clock: ClusterClock,
  onChange: (others: readonly string[]) => void,
): ServerRegistry {
  let rows: ServerRows = new Map()
  let names: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let hasRow = false
  let isClosed = false

  const { now } = clock

  async function sendHeartbeat(): Promise<void> {
    await readDatabaseClock(db, clock)
    await db
      .insertInto('servers')
      .values({ id: server, beat_at: now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now() }))
      .execute()
    const current = await db.selectFrom('servers').selectAll().where('id', '!=', server).execute()
    // A row that exists when this server starts may belong to a stopped server. That server is listed only after its
    // row has changed.
    const silenceOfNew = timer === undefined ? UNLISTED_AFTER_HEARTBEATS : 0
    rows = countSilence(rows, current, silenceOfNew)
    const present = [...rows].flatMap(([id, { silentFor }]) =>
      silentFor < UNLISTED_AFTER_HEARTBEATS ? [id] : [],
    )
    if (present.join() === names.join()) return
    names = present
    onChange(names)
  }

  /** Sends a heartbeat. If one is still running, because the database is slow, returns that one instead. */
  function sendHeartbeatOnce(): Promise<void> {
    hasRow = true
    running ??= sendHeartbeat().finally(() => {
      running = null
    })
    return running
  }

  return {
    others: () => names,
    async start() {
      await db
        .deleteFrom('servers')
        .where('beat_at', '<', now() - KEPT_MS)
        .execute()
      if (isClosed) return
      await sendHeartbeatOnce()
      if (isClosed) return
      // A failed heartbeat is ignored, because the server cannot work anyway while the database is unavailable.
      timer = setInterval(
        () => void sendHeartbeatOnce().catch(() => undefined),
        REGISTRY_HEARTBEAT_MS,
      ).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // A running heartbeat could insert the row of this server after it was deleted, so `close` waits for it.
      await running?.catch(() => undefined)
      if (hasRow)
        await db
          .deleteFrom('servers')
          .where('id', '=', server)
          .execute()
          .catch(() => undefined)
    },
  }
}

/**
 * Compares the rows with those at the last heartbeat of this server. The times in the rows are not compared with the
 * clock of this server, because the clocks of servers may differ.
 * @param silenceOfNew `silentFor` of a server that is not in `before`
 */
function countSilence(
  before: ServerRows,
  rows: readonly { id: string; beat_at: number }[],
  silenceOfNew: number,
): ServerRows {
  return new Map(
    rows.map(({ id, beat_at: beatAt }) => {
      const last = before.get(id)
      const silentFor = !last ? silenceOfNew : last.beatAt === beatAt ? last.silentFor + 1 : 0
      return [id, { beatAt, silentFor }]
    }),
  )
}
