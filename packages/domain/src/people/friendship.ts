/** A friendship from the view of one person (N1). `requested`: this person asked. `asked`: the other person asked. */
export type FriendshipStatus = 'none' | 'requested' | 'asked' | 'friends'

/** A friendship or an open request: `user1` asked `user2`. Strangers have no such record. */
export interface Friendship {
  readonly user1: string
  readonly user2: string
  readonly accepted: boolean
}

/** The friendship status of two people from the view of one of them (N1). */
export function friendshipStatus(friendship: Friendship | null, person: string): FriendshipStatus {
  if (friendship === null) return 'none'
  if (friendship.accepted) return 'friends'
  return friendship.user1 === person ? 'requested' : 'asked'
}

/**
 * The friendship after one of the two people acted (N1). A request that meets a request of the other person becomes a
 * friendship.
 *
 * @param wish whether the person wants to be friends; null for a call without it, which toggles: it asks or accepts,
 * withdraws or removes
 */
export function friendshipAfter(
  friendship: Friendship | null,
  { person, other, wish }: { person: string; other: string; wish: boolean | null },
): Friendship | null {
  const before = friendshipStatus(friendship, person)
  const isWished = wish ?? (before === 'none' || before === 'asked')
  if (!isWished) return null
  if (friendship === null) return { user1: person, user2: other, accepted: false }
  return before === 'asked' ? { ...friendship, accepted: true } : friendship
}
