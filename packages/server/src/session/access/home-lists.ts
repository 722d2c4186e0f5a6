import { sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { friendIdsOf } from '../../people/friends.ts'
import type { SessionContext } from '../context.ts'

/**
 * Finds those of some users who were invited to a session after the start of their last visit. Their home lists name
 * who invited them (I2). The statement uses subqueries, because with joins PostgreSQL may read all members of the
 * session.
 */
export async function invitedAgain(db: Db, ssid: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select value ->> 0 as user_id from ${jsonRows(userIds.map((id) => [id]))} as rows
    where (select max(invited_at) from invites where session_id = ${ssid} and user_id = (value ->> 0))
      > (select visit_at from members where session_id = ${ssid} and user_id = (value ->> 0))`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Notifies the clients of these users that their home list changed (I2). */
export function notifyHomeLists(bus: EventBus, userIds: Iterable<string>): Promise<void> {
  return inBatches(new Set(userIds), (userId) =>
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'invites' } }),
  )
}

/**
 * Notifies the friends of users who entered a free session. A free session is on the home list of everyone who
 * has a friend inside (S2).
 */
export async function notifyFriendsOf(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  userIds: readonly string[],
): Promise<void> {
  await notifyHomeLists(bus, await friendIdsOf(db, userIds))
}
