import type { Friend } from '@jointly/contract'
import { friendshipStatus, type Friendship, usernameKey } from '@jointly/domain'
import { sql } from 'kysely'
import { pictureMark } from '../../people/users.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'

type Person = { id: string; username: string; picture: string | null }

/** Lists a user's friends and open requests by name, with the state as the user sees it (N1). */
export async function friendsOf(db: Db, userId: string): Promise<Friend[]> {
  const rows = await db
    .selectFrom('friends')
    .innerJoin('users', (join) =>
      join.on((on) =>
        on.or([
          on.and([on('user1', '=', userId), on('users.id', '=', on.ref('user2'))]),
          on.and([on('user2', '=', userId), on('users.id', '=', on.ref('user1'))]),
        ]),
      ),
    )
    .select(['users.id', 'user1', 'user2', 'accepted', 'username', 'picture'])
    .orderBy('username_key')
    .execute()
  return rows.map(({ id, username, picture, user1, user2, accepted }) =>
    presentFriend({ id, username, picture }, { user1, user2, accepted: accepted === 1 }, userId),
  )
}

/** This character comes after every character of a name in the sort order. */
const AFTER_ALL_NAMES = '~'

/**
 * Finds users whose name starts with a text, ignoring case, with their friendship to `userId` (N2). The users
 * are in order of their names.
 * @param start a text that matches the pattern for the start of a name
 */
export async function peopleNamed(db: Db, userId: string, start: string, limit: number): Promise<Friend[]> {
  const first = usernameKey(start)
  // The condition is a range of the name index, so the query is fast for any number of users.
  const { rows } = await sql<
    Person & { user1: string | null; user2: string | null; accepted: number | null }
  >`
    select u.id, u.username, u.picture, f.user1, f.user2, f.accepted
    from users u
    left join friends f
      on (f.user1 = u.id and f.user2 = ${userId}) or (f.user2 = u.id and f.user1 = ${userId})
    where u.username_key >= ${first} and u.username_key < ${first + AFTER_ALL_NAMES}
    order by u.username_key limit ${limit}`.execute(db)
  return rows.map(({ id, username, picture, user1, user2, accepted }) =>
    presentFriend(
      { id, username, picture },
      user1 !== null && user2 !== null ? { user1, user2, accepted: accepted === 1 } : null,
      userId,
    ),
  )
}

/** Converts another user and a friendship to the `Friend` that `userId` sees (N1). */
export function presentFriend(
  { id, username, picture }: Person,
  friendship: Friendship | null,
  userId: string,
): Friend {
  return {
    id,
    username,
    ...pictureMark(picture),
    user1: friendship?.user1 ?? null,
    user2: friendship?.user2 ?? null,
    is_friend: friendship?.accepted ?? false,
    status: id === userId ? 'self' : friendshipStatus(friendship, userId),
  }
}

/** Replaces the friendship of two users. The caller has locked both users. */
export async function saveFriendship(
  trx: Trx,
  people: readonly [string, string],
  friendship: Friendship | null,
  nowMs: number,
): Promise<void> {
  const [one, other] = people
  if (friendship === null) {
    await trx
      .deleteFrom('friends')
      .where('user1', 'in', [one, other])
      .where('user2', 'in', [one, other])
      .execute()
    return
  }
  const accepted = friendship.accepted ? 1 : 0
  await trx
    .insertInto('friends')
    .values({ ...friendship, accepted, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user1', 'user2']).doUpdateSet({ accepted }))
    .execute()
}

/** Counts the unanswered friend requests of a user. */
export async function openRequests(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('friends')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user1', '=', userId)
    .where('accepted', '=', 0)
    .executeTakeFirstOrThrow()
  return count
}
