import type { Friend } from '@jointly/contract'
import type { IconName } from '../../shared/ui/media/Icon.tsx'

/** An action that changes a friendship (N1). */
export type FriendAction = 'add' | 'withdraw' | 'accept' | 'decline' | 'remove'

/**
 * Returns whether the person wants the friendship after this action. The app sends this value instead of the
 * action, so that a repeated call changes nothing.
 */
export const isFriendWish = (action: FriendAction): boolean => action === 'add' || action === 'accept'

/** The possible actions for each status, with their icons. The status `self` has no actions. */
export const actionsByStatus: Readonly<
  Record<Friend['status'], readonly { icon: IconName; action: FriendAction }[]>
> = {
  none: [{ icon: 'person_add', action: 'add' }],
  requested: [{ icon: 'pending', action: 'withdraw' }],
  asked: [
    { icon: 'close', action: 'decline' },
    { icon: 'check', action: 'accept' },
  ],
  friends: [{ icon: 'person_remove', action: 'remove' }],
  self: [],
}

/**
 * Returns a found person with their current status, which comes from the list of friends, because this list is
 * newer than the search results. A person who is not in the list has the status `none`.
 * @param friends all friendships and open requests; null until they are loaded
 */
export function withCurrentStatus(found: Friend, friends: readonly Friend[] | null): Friend {
  if (friends === null || found.status === 'self') return found
  return (
    friends.find(({ id }) => id === found.id) ?? {
      ...found,
      user1: null,
      user2: null,
      is_friend: false,
      status: 'none',
    }
  )
}
