import type { Friend } from '@jointly/contract'
import type { Db } from '../../db/tables.ts'

/** A person's friends and open requests, by name; each with the state as this person sees it (N1). */
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
    .select(['users.id', 'user1', 'user2', 'accepted', 'username'])
    .orderBy('username_key')
    .execute()
  return rows.map(({ id, user1, user2, accepted, username }) => ({
    id,
    user1,
    user2,
    username,
    is_friend: accepted === 1,
    status: accepted === 1 ? 'friends' : user1 === userId ? 'requested' : 'asked',
  }))
}
