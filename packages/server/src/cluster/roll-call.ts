import type { Db } from '../platform/db/tables.ts'
import { askDatabaseClock, type ClusterClock } from './clock.ts'

const CALL_EVERY_MS = 2_000
/** A server whose beat did not change in so many calls is not there any more. */
const CALLS_MISSED = 4
/** One that was silent for so long, in milliseconds, is struck off. */
const KEPT_MS = 3_600_000

export type RollCall = {
  /** The other servers that use this database. */
  others(): readonly string[]
  begin(): Promise<void>
  close(): Promise<void>
}

/** Where there can be no other server. */
export const nobodyElse: RollCall = {
  others: () => [],
  begin: async () => undefined,
  close: async () => undefined,
}

/**
 * Which servers use one PostgreSQL, as they note it there themselves. So a server knows of others that it cannot hear,
 * because they or it have lost Redis or were never told of it.
 *
 * @param server this server's own name among all
 * @param clock is set by that of the database with each call
 * @param onChange told when others came or went
 */
export function createRollCall(
  db: Db,
  server: string,
  clock: ClusterClock,
  onChange: (others: readonly string[]) => void,
): RollCall {
  /** The last beat seen of each, and for how many calls it has been the same: nobody's clock is compared with another's. */
  let seen = new Map<string, { beatAt: number; calls: number }>()
  let names: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null
  let hasCalled = false
  let isClosed = false

  const { now } = clock

  async function call(): Promise<void> {
    await askDatabaseClock(db, clock)
    await db
      .insertInto('servers')
      .values({ id: server, beat_at: now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now() }))
      .execute()
    const rows = await db.selectFrom('servers').selectAll().where('id', '!=', server).execute()
    const isFirst = timer === undefined
    seen = new Map(
      rows.map(({ id, beat_at }) => {
        const before = seen.get(id)
        if (before && before.beatAt !== beat_at) return [id, { beatAt: beat_at, calls: 0 }]
        // What stood there when we came may have been left by a server that is gone: it has to move first.
        const calls = before ? before.calls + 1 : isFirst ? CALLS_MISSED : 0
        return [id, { beatAt: beat_at, calls }]
      }),
    )
    const present = [...seen].filter(([, { calls }]) => calls < CALLS_MISSED).map(([id]) => id)
    if (present.join() === names.join()) return
    names = present
    onChange(names)
  }

  /** One call at a time: one that waits for a slow database is not overtaken by the next. */
  function callOnce(): Promise<void> {
    hasCalled = true
    underWay ??= call().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    others: () => names,
    async begin() {
      await db
        .deleteFrom('servers')
        .where('beat_at', '<', now() - KEPT_MS)
        .execute()
      if (isClosed) return
      await callOnce()
      if (isClosed) return
      // While the database is away nobody can be called; nobody can do anything either.
      timer = setInterval(() => void callOnce().catch(() => undefined), CALL_EVERY_MS).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // It would put our row back.
      await underWay?.catch(() => undefined)
      if (hasCalled)
        await db
          .deleteFrom('servers')
          .where('id', '=', server)
          .execute()
          .catch(() => undefined)
    },
  }
}
