import type { Db } from '../../platform/db/tables.ts'
import { isRefused } from '../../platform/refusal.ts'
import { findMemberships } from './membership.ts'

/**
 * Finds which of the sessions do not let a user in now (S2).
 * @param now epoch milliseconds
 * @returns a title for the id of each such session: its title at the user's last visit, or an empty text if no visit
 * is stored (T2)
 */
export async function refusedSessions(
  db: Db,
  userId: string,
  ssids: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  if (ssids.length === 0) return new Map()
  const memberships = await findMemberships(
    db,
    ssids.map((ssid) => ({ ssid, userId })),
    now,
  )
  const closed = new Map(ssids.filter((_, index) => isRefused(memberships[index])).map((ssid) => [ssid, '']))
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
