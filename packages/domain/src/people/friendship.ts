/**
 * The friendship of two people, as one of them sees it (N1). `requested` means that this person sent a request, and
 * `asked` that the other person sent one.
 */
export type FriendshipStatus = 'none' | 'requested' | 'asked' | 'friends'

/**
 * A friendship or an open request that `user1` sent to `user2`. If two people have neither, there is no record.
 */
export interface Friendship {
  readonly user1: string
  readonly user2: string
  readonly accepted: boolean
}

/** Returns the friendship status of two people, as `person` sees it (N1). */
export function friendshipStatus(friendship: Friendship | null, person: string): FriendshipStatus {
  if (friendship === null) return 'none'
  if (friendship.accepted) return 'friends'
  return friendship.user1 === person ? 'requested' : 'asked'
}

/**
 * Returns the friendship after one of the two people acted (N1). If both have sent a request, they become friends. Null
 * means that neither a friendship nor a request is left.
 * @param wish whether the person wants to be friends; null means the opposite of the current state
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
