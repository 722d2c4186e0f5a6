import type { Db } from '../../platform/db/tables.ts'
import { isRefused } from '../../platform/refusal.ts'
import { standingsOf } from './standing.ts'

/**
 * Sessions that do not let a person in now, with the title that each had when their last visit began: later titles are
 * not for them (S2). The title is empty where no visit is known any more (T2).
 *
 * @param now epoch milliseconds
 */
export async function closedSessions(
  db: Db,
  userId: string,
  ssids: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  if (ssids.length === 0) return new Map()
  const standings = await standingsOf(
    db,
    ssids.map((ssid) => ({ ssid, userId })),
    now,
  )
  const closed = new Map(ssids.filter((_, index) => isRefused(standings[index])).map((ssid) => [ssid, '']))
  if (closed.size === 0) return closed
  const visits = await db
    .selectFrom('visits')
    .select(['session_id', 'title'])
    .where('user_id', '=', userId)
    .where('session_id', 'in', [...closed.keys()])
    .orderBy('visit_at')
    .execute()
  for (const { session_id, title } of visits) closed.set(session_id, title)
  return closed
}
