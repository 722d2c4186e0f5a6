import type { Db } from '../../db/tables.ts'

/** Who wishes to skip the playing that began at this moment (K1). */
export async function skipWishers(db: Db, ssid: string, startAt: number): Promise<string[]> {
  const rows = await db
    .selectFrom('skip_wishes')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('start_at', '=', startAt)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Sets or takes back a person's wish (K1). */
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
