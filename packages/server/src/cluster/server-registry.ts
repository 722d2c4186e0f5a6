import type { Db } from '../platform/db/tables.ts'
import { readDatabaseClock, type ClusterClock } from './clock.ts'

const HEARTBEAT_EVERY_MS = 2_000
/** A server is lost if its row did not change during this many of our heartbeats. */
const LOST_AFTER_HEARTBEATS = 4
/** A server's row is deleted after this many milliseconds without a change. */
const KEPT_MS = 3_600_000

export type ServerRegistry = {
  /** Returns the names of the other servers that use this database. */
  others(): readonly string[]
  start(): Promise<void>
  close(): Promise<void>
}

/** A registry without other servers. */
export const emptyRegistry: ServerRegistry = {
  others: () => [],
  start: async () => undefined,
  close: async () => undefined,
}

/** The last heartbeat in the row of each server, and the number of our own heartbeats since the row changed. */
type SeenRows = ReadonlyMap<string, { readonly beatAt: number; readonly silentFor: number }>

/**
 * Lists the servers that use one PostgreSQL database, even if Redis is away or not configured. Each server
 * updates its own row with every heartbeat.
 * @param server the unique name of this server
 * @param clock gets a sample of the database clock with each heartbeat
 * @param onChange is called when the list of other servers changed
 */
export function createServerRegistry(
  db: Db,
  server: string,
  clock: ClusterClock,
  onChange: (others: readonly string[]) => void,
): ServerRegistry {
  let rows: SeenRows = new Map()
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
    // A row that exists at our start may belong to a stopped server, so the row must change before that server
    // is listed.
    const silenceOfNew = timer === undefined ? LOST_AFTER_HEARTBEATS : 0
    rows = countSilence(rows, current, silenceOfNew)
    const present = [...rows].flatMap(([id, { silentFor }]) =>
      silentFor < LOST_AFTER_HEARTBEATS ? [id] : [],
    )
    if (present.join() === names.join()) return
    names = present
    onChange(names)
  }

  /** Sends a heartbeat unless one is still running, so that a slow database never gets two at once. */
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
      // A failed heartbeat is ignored, because no server can work while the database is away.
      timer = setInterval(() => void sendHeartbeatOnce().catch(() => undefined), HEARTBEAT_EVERY_MS).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // Waits for a running heartbeat, because it would insert our row again.
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
 * Compares the rows with those at our last heartbeat. Clocks of different servers are not compared, because
 * they may differ.
 */
function countSilence(
  before: SeenRows,
  rows: readonly { id: string; beat_at: number }[],
  silenceOfNew: number,
): SeenRows {
  return new Map(
    rows.map(({ id, beat_at: beatAt }) => {
      const last = before.get(id)
      const silentFor = !last ? silenceOfNew : last.beatAt === beatAt ? last.silentFor + 1 : 0
      return [id, { beatAt, silentFor }]
    }),
  )
}
