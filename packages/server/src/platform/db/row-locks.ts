import { sql } from 'kysely'
import { jsonRows } from './json-rows.ts'
import type { Trx } from './tables.ts'

/*
 * Every transaction takes its row locks in one order, so that no two wait for each other in a circle:
 * users by `lockUser` or `lockUsers`, then sessions, then users by `lockUsersShared`, then everything else.
 * On SQLite a transaction has the whole file for itself: its compiler leaves these locks out.
 */

const idsOf = (ids: readonly string[]) =>
  sql<string>`(select value ->> 0 from ${jsonRows(ids.map((id) => [id]))} as ids)`

/**
 * Locks sessions until the transaction ends. What counts votes, chooses songs, changes options or deletes a session does
 * this first, so that these take turns on however many servers.
 *
 * @returns those of them that exist
 */
export async function lockSessions(trx: Trx, ssids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', idsOf(ssids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks one user until the transaction ends, so that nothing new can point at them. @returns false where they are gone */
export async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks users until the transaction ends, so that what counts their rows takes turns. @returns those who exist */
export async function lockUsers(
  trx: Trx,
  userIds: readonly string[],
): Promise<{ id: string; username: string }[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', idsOf(userIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks users against their deletion until the transaction ends, so that rows may point at them. It does not wait: who is
 * being deleted at this moment counts as gone. So a transaction that has locked a session never waits for a user, and
 * `lockUser` may come before `lockSessions`.
 *
 * @returns those who exist
 */
export async function lockUsersShared(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', idsOf(userIds))
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
