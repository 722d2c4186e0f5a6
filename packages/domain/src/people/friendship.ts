/** How one person stands to another, as they see it: who asked is `requested`, who was asked is `asked` (N1). */
export type FriendshipStatus = 'none' | 'requested' | 'asked' | 'friends'

/** What stands between two people: `user1` asked `user2`. Strangers have none. */
export interface Friendship {
  readonly user1: string
  readonly user2: string
  readonly accepted: boolean
}

/** How a person sees what stands between them and another (N1). */
export function friendshipStatus(friendship: Friendship | null, person: string): FriendshipStatus {
  if (friendship === null) return 'none'
  if (friendship.accepted) return 'friends'
  return friendship.user1 === person ? 'requested' : 'asked'
}

/**
 * What stands between two people after one of them acted (N1): whoever asks a person that has asked accepts, so that
 * requests which cross end in a friendship.
 *
 * @param wish to be friends or not, which sets it; null for a bare call, which asks and accepts, withdraws and removes
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
