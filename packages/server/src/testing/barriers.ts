import { sql } from 'kysely'
import { lockSessions } from '../platform/db/row-locks.ts'
import type { Db, Trx } from '../platform/db/tables.ts'
import { transact } from '../platform/db/transact.ts'
import { type DatabaseFactory, hasRowLocks } from './databases.ts'

/** Creates a barrier: code that calls `stop` waits there until the test calls `release`. */
export function createBarrier() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    /** Is called by the tested code. Resolves when the test calls `release`. */
    async stop(): Promise<void> {
      reached.resolve()
      await released.promise
    },
    reached: reached.promise,
    release: () => released.resolve(),
  }
}

/** Starts a transaction that keeps its locks until the test calls `commit`. */
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
 * Waits until `count` transactions wait for the lock of a row or a table, or until `work` ends. On SQLite it returns at once, because
 * SQLite has only one connection and no transaction waits for a lock.
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

/**
 * Runs `work` while another transaction has locked the session and makes a change. On PostgreSQL, `work` waits for that
 * transaction.
 */
export async function whileChangingSession<T>(
  factory: DatabaseFactory,
  db: Db,
  { ssid, change }: { ssid: string; change: (trx: Trx) => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  const changing = await beginTransaction(db, async (trx) => {
    await lockSessions(trx, [ssid])
    await change(trx)
  })
  const working = work()
  await untilBlocked(factory, db, working)
  await changing.commit()
  return working
}

/** Runs `work` while another transaction deletes the session. On PostgreSQL, `work` waits for that transaction. */
export function whileDeletingSession<T>(
  factory: DatabaseFactory,
  db: Db,
  ssid: string,
  work: () => Promise<T>,
): Promise<T> {
  const change = (trx: Trx) => trx.deleteFrom('sessions').where('id', '=', ssid).execute()
  return whileChangingSession(factory, db, { ssid, change }, work)
}

/** The changes with which a person loses their role in a session, or the session. */
const losses = {
  role: (trx: Trx, ssid: string, userId: string) =>
    trx.deleteFrom('moderators').where('session_id', '=', ssid).where('user_id', '=', userId).execute(),
  async ban(trx: Trx, ssid: string, userId: string) {
    await losses.role(trx, ssid, userId)
    await trx.insertInto('bans').values({ session_id: ssid, user_id: userId, since: 0 }).execute()
  },
}

export type Loss = keyof typeof losses

/** Runs `work` while another transaction takes a person's role. On PostgreSQL, `work` waits for that transaction. */
export function whileLosing<T>(
  factory: DatabaseFactory,
  db: Db,
  { ssid, userId, loss }: { ssid: string; userId: string; loss: Loss },
  work: () => Promise<T>,
): Promise<T> {
  const change = (trx: Trx) => losses[loss](trx, ssid, userId)
  return whileChangingSession(factory, db, { ssid, change }, work)
}

async function blockedCount(db: Db): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event in ('transactionid', 'tuple', 'relation')`.execute(db)
  return rows.length
}
