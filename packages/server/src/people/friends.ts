import type { Friendship } from '@jointly/domain'
import { sql } from 'kysely'
import { jsonRows } from '../platform/db/json-rows.ts'
import type { Db } from '../platform/db/tables.ts'

/** Lists the ids of all users who are friends with at least one of these users (N1). Each id is listed once. */
export async function friendIdsOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const people = jsonRows(userIds.map((id) => [id]))
  const { rows } = await sql<{ id: string }>`
    select f.user2 as id from ${people} as k join friends f on f.user1 = (k.value ->> 0) where f.accepted = 1
    union
    select f.user1 as id from ${people} as k join friends f on f.user2 = (k.value ->> 0) where f.accepted = 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Returns the friendship or open request between two users, in any order. Returns null if there is none. */
export async function friendshipBetween(db: Db, one: string, other: string): Promise<Friendship | null> {
  const row = await db
    .selectFrom('friends')
    .select(['user1', 'user2', 'accepted'])
    .where('user1', 'in', [one, other])
    .where('user2', 'in', [one, other])
    .executeTakeFirst()
  return row ? { ...row, accepted: row.accepted === 1 } : null
}

/** Returns whether two users are friends (N1). */
export async function areFriends(db: Db, one: string, other: string): Promise<boolean> {
  return (await friendshipBetween(db, one, other))?.accepted ?? false
}
