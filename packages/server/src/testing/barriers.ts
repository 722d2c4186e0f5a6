import { sql } from 'kysely'
import { lockSessions } from '../platform/db/row-locks.ts'
import type { Db, Trx } from '../platform/db/tables.ts'
import { transact } from '../platform/db/transact.ts'
import { type DatabaseFactory, hasRowLocks } from './databases.ts'

/** A point at which something stops until the test lets it go on. */
export function createBarrier() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    /** What is to stop here awaits this. */
    async stop(): Promise<void> {
      reached.resolve()
      await released.promise
    },
    reached: reached.promise,
    release: () => released.resolve(),
  }
}

/** Begins a transaction, does this in it, and leaves it open with all its locks until it is committed. */
export async function beginTransaction(db: Db, work: (trx: Trx) => Promise<unknown>) {
  const barrier = createBarrier()
  const ended = transact(db, async (trx) => {
    await work(trx)
    await barrier.stop()
  })
  await Promise.race([barrier.reached, ended])
  return {
    async commit(): Promise<void> {
      barrier.release()
      await ended
    },
  }
}

/**
 * Waits until so many transactions wait for a lock, or until the work is over without that, as it would be where a lock
 * is missing. On SQLite it does not wait: there everything waits for the one connection.
 */
export async function untilBlocked(
  factory: DatabaseFactory,
  db: Db,
  work: Promise<unknown>,
  count = 1,
): Promise<void> {
  if (!hasRowLocks(factory)) return
  let isOver = false
  const end = (): void => void (isOver = true)
  work.then(end, end)
  while (!isOver && (await blockedCount(db)) < count) await new Promise((resolve) => setImmediate(resolve))
}

/** Does something about a session that waits for a transaction that deletes it. */
export async function whileDeletingSession<T>(
  factory: DatabaseFactory,
  db: Db,
  ssid: string,
  work: () => Promise<T>,
): Promise<T> {
  const deleting = await beginTransaction(db, async (trx) => {
    await lockSessions(trx, [ssid])
    await trx.deleteFrom('sessions').where('id', '=', ssid).execute()
  })
  const working = work()
  await untilBlocked(factory, db, working)
  await deleting.commit()
  return working
}

async function blockedCount(db: Db): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
