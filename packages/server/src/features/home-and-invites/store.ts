import type { Policy } from '@jointly/domain'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { isManaged } from '../../session/access/session-store.ts'

/** A row of the home list (I2). `at` is in epoch milliseconds, and orders rows of the same kind. */
export type ListedSession = {
  ssid: string
  title: string
  managed: boolean
  policy: Policy
  /** Whether the session lets guests in (G5). */
  guests: boolean
  mode: 'own' | 'favorite' | 'invited'
  inviterId: string | null
  at: number
}

/**
 * The largest number of rows of each kind for the home list (I2): starred sessions of others, invites, and free sessions.
 * The number of own sessions is limited when they are created.
 */
const LIST_LENGTH = 200

const listedColumns = ['sessions.id', 'title', 'policy', 'guests', 'managed', 'managed_until'] as const

/** Stores an invite. A repeated invite changes only its time (I1). */
export async function saveInvite(
  db: Db,
  invite: { ssid: string; userId: string; inviterId: string; invitedAt: number },
): Promise<void> {
  await db
    .insertInto('invites')
    .values({
      session_id: invite.ssid,
      user_id: invite.userId,
      inviter_id: invite.inviterId,
      invited_at: invite.invitedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'user_id', 'inviter_id'])
        .doUpdateSet({ invited_at: (row) => row.ref('excluded.invited_at') }),
    )
    .execute()
}

/** Returns whether a user is banned from a session (S5). */
export async function isBannedFrom(db: Db, ssid: string, userId: string): Promise<boolean> {
  const ban = await db
    .selectFrom('bans')
    .select('since')
    .where('session_id', '=', ssid)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ban !== undefined
}

/** Lists a user's own and starred sessions, the one with the latest visit first (I2). */
export async function favoritesOf(db: Db, userId: string, now: number): Promise<ListedSession[]> {
  const starred = db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select('sessions.id')
    .where('user_id', '=', userId)
    .where('favorite', '=', 1)
    .where('owner_id', '!=', userId)
    .where((row) => row.not(isBanned(userId)))
    .orderBy('visit_at', 'desc')
    .limit(LIST_LENGTH)
  // Own and starred sessions are two queries. For one query with both conditions, the database would read all sessions.
  const ownAndStarred = db
    .selectFrom(starred.as('starred'))
    .select('id')
    .union(db.selectFrom('sessions').select('id').where('owner_id', '=', userId))
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('members', (join) =>
      join.onRef('members.session_id', '=', 'sessions.id').on('members.user_id', '=', userId),
    )
    .select([...listedColumns, 'owner_id', 'created_at', 'visit_at'])
    .where('sessions.id', 'in', ownAndStarred)
    .orderBy((row) => row.fn.coalesce('visit_at', 'created_at'), 'desc')
    .execute()
  return rows.map((row) => ({
    ...presentSession(row, now),
    mode: row.owner_id === userId ? 'own' : 'favorite',
    inviterId: null,
    at: row.visit_at ?? row.created_at,
  }))
}

/** Lists the sessions to which a user was invited, the latest invite first. Each session is listed once. */
export async function incomingOf(db: Db, userId: string, now: number): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('invites')
    .innerJoin('sessions', 'sessions.id', 'invites.session_id')
    .select([...listedColumns, 'inviter_id', 'invited_at'])
    .where('invites.user_id', '=', userId)
    .where((row) => row.not(isBanned(userId)))
    .orderBy('invited_at', 'desc')
    .limit(LIST_LENGTH)
    .execute()
  const latest = new Map<string, ListedSession>()
  for (const row of rows) {
    if (latest.has(row.id)) continue
    latest.set(row.id, {
      ...presentSession(row, now),
      mode: 'invited',
      inviterId: row.inviter_id,
      at: row.invited_at,
    })
  }
  return [...latest.values()]
}

/**
 * Finds sessions with the policy `free` (open to everybody) that friends of a user visited recently (S2). The caller
 * checks whether a friend is still in the session.
 * @param since in epoch milliseconds; earlier visits are ignored
 */
export async function freeSessionsOfFriends(
  db: Db,
  userId: string,
  { since, now }: { since: number; now: number },
): Promise<(ListedSession & { friendId: string })[]> {
  const { rows } = await sql<FriendlyRow>`
    select s.id, s.title, s.policy, s.guests, s.managed, s.managed_until, m.user_id, m.visit_at
    from friends f
    join members m on m.user_id = case when f.user1 = ${userId} then f.user2 else f.user1 end
    join sessions s on s.id = m.session_id
    where (f.user1 = ${userId} or f.user2 = ${userId}) and f.accepted = 1
      and s.policy = 'free' and m.visit_at >= ${since}
      and not exists (select 1 from bans b where b.session_id = s.id and b.user_id = ${userId})
    order by m.visit_at desc limit ${LIST_LENGTH}`.execute(db)
  return rows.map((row) => ({
    ...presentSession(row, now),
    mode: 'invited',
    inviterId: null,
    at: row.visit_at,
    friendId: row.user_id,
  }))
}

type SessionRow = {
  id: string
  title: string
  policy: Policy
  guests: number
  managed: number
  managed_until: number | null
}
type FriendlyRow = SessionRow & { user_id: string; visit_at: number }

function presentSession(row: SessionRow, now: number) {
  const { id, title, policy, guests } = row
  return { ssid: id, title, policy, guests: guests === 1, managed: isManaged(row, now) }
}

/** Returns an SQL condition that is true if the user is banned from the session of the row (S5). */
function isBanned(userId: string) {
  return sql<boolean>`exists (select 1 from bans b where b.session_id = sessions.id and b.user_id = ${userId})`
}
