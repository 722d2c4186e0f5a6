import { sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/tables.ts'

/** Lists the users who want to skip the song that started at `startAt`, in epoch milliseconds (K1). */
export async function skipWishers(db: Db, ssid: string, startAt: number): Promise<string[]> {
  const rows = await db
    .selectFrom('skip_wishes')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('start_at', '=', startAt)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Finds which of these users want to skip the running song (K1). The result has the order of `users`. */
export async function haveSkipWish(
  db: Db,
  users: readonly { ssid: string; userId: string }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from ${jsonRows(users.map(({ ssid, userId }) => [ssid, userId]))} as k
    join skip_wishes w on w.session_id = (k.value ->> 0) and w.user_id = (k.value ->> 1)
    join playbacks p on p.session_id = w.session_id and p.start_at = w.start_at`.execute(db)
  const wishing = new Set(rows.map(({ key }) => Number(key)))
  return users.map((_, index) => wishing.has(index))
}

/** Deletes all skip wishes because the song ended (K1). @returns the users who had a wish */
export async function endSkipWishes(db: Db, ssid: string): Promise<string[]> {
  const ended = await db
    .deleteFrom('skip_wishes')
    .where('session_id', '=', ssid)
    .returning('user_id')
    .execute()
  return ended.map((row) => row.user_id)
}

/** Stores or deletes a user's skip wish (K1). */
export async function saveSkipWish(
  db: Db,
  { ssid, userId, startAt, wish }: { ssid: string; userId: string; startAt: number; wish: boolean },
): Promise<void> {
  if (!wish) {
    await db.deleteFrom('skip_wishes').where('session_id', '=', ssid).where('user_id', '=', userId).execute()
    return
  }
  await db
    .insertInto('skip_wishes')
    .values({ session_id: ssid, user_id: userId, start_at: startAt })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet({ start_at: startAt }))
    .execute()
}

/**
 * Changes the start time of the song in its skip wishes from `from` to `to` (epoch milliseconds). A pause moves the
 * start time, and the wishes must still count (H8).
 */
export async function moveSkipWishes(
  db: Db,
  ssid: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await db
    .updateTable('skip_wishes')
    .set({ start_at: to })
    .where('session_id', '=', ssid)
    .where('start_at', '=', from)
    .execute()
}
