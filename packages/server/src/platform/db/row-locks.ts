import { type Refusal, refuse } from '../refusal.ts'
import { valuesOf } from './json-rows.ts'
import type { Trx } from './tables.ts'

// Every transaction locks rows in the same order, so that there is no deadlock: first users with `lockUser` or
// `lockUsers`, then sessions, then users with `lockUsersShared`, then the chat, then everything else. On SQLite these
// functions lock nothing, because each transaction locks the whole file.

const tryAgain = refuse('rate-limited', { retryAfterSec: 1 })

/**
 * Locks sessions until the transaction ends. A transaction that counts votes, chooses songs, changes options or
 * deletes a session must call this first.
 * @returns the ids of the sessions that exist
 */
export async function lockSessions(trx: Trx, ssids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', valuesOf(ssids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Protects a session from deletion until the transaction ends, so that new rows may refer to it. Other
 * transactions can still change the session.
 * @returns false if the session does not exist
 */
export async function lockSessionShared(trx: Trx, ssid: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ssid)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks one user until the transaction ends, so that no new row can refer to the user. For `lockUsersShared` the user
 * counts as deleted meanwhile, so use this only to delete a user or to make an account of a guest.
 * @returns false if the user does not exist
 */
export async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks users until the transaction ends. A transaction that counts rows of a user, or changes the user's
 * playlists or loaded songs, must call this first.
 * @returns the users who exist
 */
export async function lockUsers(
  trx: Trx,
  userIds: readonly string[],
): Promise<{ id: string; username: string; guest: number; picture: string | null }[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'username', 'guest', 'picture'])
    .where('id', 'in', valuesOf(userIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Protects users from deletion until the transaction ends, so that new rows may refer to them. This function does not
 * wait for other transactions.
 * @returns the ids of the users who exist and whom no other transaction is deleting
 */
export async function lockUsersShared(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', valuesOf(userIds))
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Protects the users whom a call concerns, as `lockUsersShared` does.
 * @returns the ids of the users who exist. If another transaction is deleting one of them or makes an account of the
 * guest, it is a refusal, and the app may try again after a second.
 */
export async function lockConcernedUsers(
  trx: Trx,
  userIds: readonly string[],
): Promise<ReadonlySet<string> | Refusal> {
  const present = await lockUsersShared(trx, userIds)
  const missing = userIds.filter((id) => !present.has(id))
  return (await existingAmong(trx, missing)).size > 0 ? tryAgain : present
}

/**
 * Protects the users who make calls, as `lockUsersShared` does.
 * @returns a refusal for each user who is missing: `unauthenticated` if the user was deleted. If another transaction is
 * deleting the user or makes an account of the guest, the app may try again after a second. It must not get 401 then,
 * because 401 logs the person out.
 */
export async function lockCallers(trx: Trx, userIds: readonly string[]): Promise<Map<string, Refusal>> {
  const present = await lockUsersShared(trx, userIds)
  const missing = userIds.filter((id) => !present.has(id))
  const existing = await existingAmong(trx, missing)
  return new Map(missing.map((id) => [id, existing.has(id) ? tryAgain : refuse('unauthenticated')]))
}

/** Finds the users who exist, also if another transaction has locked them. */
async function existingAmong(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await trx.selectFrom('users').select('id').where('id', 'in', valuesOf(userIds)).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks the chat of a session until the transaction ends. So lines are committed in the order of their numbers, and
 * nobody is muted or banned while a line is stored. The caller has locked the session.
 */
export async function lockChat(trx: Trx, ssid: string): Promise<void> {
  await trx
    .insertInto('chat_counters')
    .values({ session_id: ssid, last_id: 0 })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet((row) => ({ last_id: row.ref('chat_counters.last_id') })),
    )
    .execute()
}
