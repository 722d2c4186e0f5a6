import type { Db } from '../../platform/db/tables.ts'

/**
 * If nobody is active, random mode uses the songs of users whose visit began within this many milliseconds
 * (X6).
 */
const RECENT_VISIT_MS = 12 * 3_600_000
const MOST_VISITORS = 50

/** Lists the last visitors of a session who are not banned, the newest first (X6). */
export async function lastVisitors(db: Db, ssid: string, now: number): Promise<string[]> {
  const banned = db.selectFrom('bans').select('user_id').where('session_id', '=', ssid)
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('visit_at', '>', now - RECENT_VISIT_MS)
    .where('user_id', 'not in', banned)
    .orderBy('visit_at', 'desc')
    .limit(MOST_VISITORS)
    .execute()
  return rows.map((row) => row.user_id)
}
