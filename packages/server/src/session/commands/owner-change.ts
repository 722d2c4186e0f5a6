import { sql } from 'kysely'
import { valuesOf } from '../../platform/db/json-rows.ts'
import { lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'

/** What happened to the sessions of a deleted owner: some have a new owner, the others ended. */
export type OwnerChanges = { changed: { ssid: string; ownerId: string }[]; ended: string[] }

/** Lists all sessions with data of a user. */
export async function relatedSessions(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ ssid: string }>`
    select id as ssid from sessions where owner_id = ${userId}
    union select session_id from members where user_id = ${userId}
    union select session_id from moderators where user_id = ${userId}
    union select session_id from bans where user_id = ${userId}
    union select session_id from invites where user_id = ${userId} or inviter_id = ${userId}
    union select session_id from votes where user_id = ${userId}
    union select session_id from waiting_songs where user_id = ${userId}
    union select session_id from served where user_id = ${userId}
    union select session_id from skip_wishes where user_id = ${userId}
    union select session_id from playbacks where paused_by = ${userId}
    union select s.id from accounts a join sessions s on s.fallback_account = a.id
      where a.user_id = ${userId}`.execute(db)
  return rows.map(({ ssid }) => ssid)
}

/** Lists the sessions in which a user has invited others. */
export async function sessionsInvitedTo(db: Db, inviterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invites')
    .select('session_id')
    .distinct()
    .where('inviter_id', '=', inviterId)
    .execute()
  return rows.map((row) => row.session_id)
}

/**
 * Lists the users who see a user in one of their lists: the user's friends, the users whom the user invited, and the
 * members and invited users of all sessions that the user owns.
 */
export async function relatedUsers(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user2 as id from friends where user1 = ${userId}
    union select user1 from friends where user2 = ${userId}
    union select user_id from invites where inviter_id = ${userId}
    union select m.user_id from members m join sessions s on s.id = m.session_id where s.owner_id = ${userId}
    union select i.user_id from invites i join sessions s on s.id = i.session_id where s.owner_id = ${userId}`.execute(
    db,
  )
  return rows.map(({ id }) => id).filter((id) => id !== userId)
}

/**
 * Gives each session of a deleted owner, with the owner's invites, to the moderator who has had the role the
 * longest. A session without a moderator is deleted (A7). The options that contain the user get a new version,
 * so that no client saves older options over them (R4).
 * @param trx a transaction that has locked the sessions
 */
export async function changeOwners(trx: Trx, userId: string): Promise<OwnerChanges> {
  const owned = await trx.selectFrom('sessions').select('id').where('owner_id', '=', userId).execute()
  const changes: OwnerChanges = { changed: [], ended: [] }
  await sql`
    update sessions set version = version + 1
    where owner_id = ${userId}
      or id in (select session_id from moderators where user_id = ${userId})
      or id in (select session_id from bans where user_id = ${userId})`.execute(trx)
  for (const { id: ssid } of owned) {
    const ownerId = await nextOwnerOf(trx, ssid)
    if (ownerId === null) {
      await trx.deleteFrom('sessions').where('id', '=', ssid).execute()
      changes.ended.push(ssid)
    } else {
      await setOwner(trx, { ssid, ownerId, formerId: userId })
      changes.changed.push({ ssid, ownerId })
    }
  }
  return changes
}

/**
 * Finds the moderator who has had the role the longest and whose account is not being deleted at this moment.
 * Null if there is none.
 */
async function nextOwnerOf(trx: Trx, ssid: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from moderators m where session_id = ${ssid}
      and not exists (select 1 from bans b where b.session_id = m.session_id and b.user_id = m.user_id)
    order by since, user_id`.execute(trx)
  const candidates = rows.map((row) => row.user_id)
  const existing = await lockUsersShared(trx, candidates)
  return candidates.find((userId) => existing.has(userId)) ?? null
}

/** Makes a moderator the owner. Invites by the former owner become invites by the new owner. */
async function setOwner(
  trx: Trx,
  { ssid, ownerId, formerId }: { ssid: string; ownerId: string; formerId: string },
): Promise<void> {
  await trx.updateTable('sessions').set({ owner_id: ownerId }).where('id', '=', ssid).execute()
  await trx.deleteFrom('moderators').where('session_id', '=', ssid).where('user_id', '=', ownerId).execute()
  const invited = await trx
    .selectFrom('invites')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('inviter_id', '=', formerId)
    .where('user_id', '!=', ownerId)
    .execute()
  const existing = await lockUsersShared(
    trx,
    invited.map((row) => row.user_id),
  )
  await sql`
    insert into invites (session_id, user_id, inviter_id, invited_at)
    select session_id, user_id, ${ownerId}, invited_at from invites
      where session_id = ${ssid} and inviter_id = ${formerId}
        and user_id in ${valuesOf([...existing])}
    on conflict (session_id, user_id, inviter_id) do nothing`.execute(trx)
}
