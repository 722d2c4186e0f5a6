import type { Db } from '../../platform/db/tables.ts'

/** The largest number of upgrades that one run of the job ends, so that a run stays short. */
const UPGRADES_PER_RUN = 200

/**
 * Stores the plan of a session. The statement waits until no other transaction has locked the session.
 * @param until when a monthly upgrade ends, in epoch milliseconds; null without an upgrade, and for an upgrade without
 * an end
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

/** Lists the sessions whose monthly upgrade is over, the oldest upgrade first (R5). */
export async function dueDowngrades(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('managed_until', '<=', now)
    .orderBy('managed_until')
    .limit(UPGRADES_PER_RUN)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends an upgrade that is over. @returns false if another call has extended or ended the upgrade */
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

/** Lists all stored moderators. In a session that is not managed, they have no rights. */
export async function moderatorsOf(db: Db, ssid: string): Promise<string[]> {
  const rows = await db.selectFrom('moderators').select('user_id').where('session_id', '=', ssid).execute()
  return rows.map((row) => row.user_id)
}
