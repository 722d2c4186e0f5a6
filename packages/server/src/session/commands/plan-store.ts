import type { Db } from '../../platform/db/tables.ts'

/** How many upgrades one round of the ticker ends. */
const DUE_AT_ONCE = 200

/**
 * One statement, which waits for those who have the session locked.
 *
 * @param until when a monthly upgrade ends, in epoch milliseconds; null for one without end, and for none
 */
export async function setManaged(
  db: Db,
  ssid: string,
  managed: boolean,
  until: number | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ managed: managed ? 1 : 0, managed_until: until })
    .where('id', '=', ssid)
    .execute()
}

/** Sessions whose monthly upgrade is over, the longest first (R5). */
export async function dueDowngrades(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('managed_until', '<=', now)
    .orderBy('managed_until')
    .limit(DUE_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends an upgrade that is over. @returns false where it was prolonged or ended meanwhile */
export async function endManaged(db: Db, ssid: string, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ managed: 0, managed_until: null })
    .where('id', '=', ssid)
    .where('managed_until', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Those who have a level, awake or not. */
export async function moderatorsOf(db: Db, ssid: string): Promise<string[]> {
  const rows = await db.selectFrom('moderators').select('user_id').where('session_id', '=', ssid).execute()
  return rows.map((row) => row.user_id)
}
