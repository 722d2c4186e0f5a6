import type { Friend } from '@jointly/contract'
import type { IconName } from '../../shared/ui/media/Icon.tsx'

/** An action that changes a friendship (N1). */
export type FriendAction = 'add' | 'withdraw' | 'accept' | 'decline' | 'remove'

/**
 * Returns whether the person wants the friendship after this action. The server gets this value instead of the
 * action, so that a repeated call changes nothing.
 */
export const isFriendWish = (action: FriendAction): boolean => action === 'add' || action === 'accept'

const actionsByStatus: Readonly<
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

/** Returns the actions for a status, with their icons. Empty for the person themselves. */
export const actionsFor = (status: Friend['status']) => actionsByStatus[status]

/**
 * Returns a found person with their current status. The status is taken from the list of friends, because this list
 * is newer than the results of the search. A person who is not in the list has the status `none`.
 * @param friends all friendships and open requests; null while they are unknown
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

const isWaiting = ({ status }: Friend): boolean => status === 'asked'

/** Puts incoming requests before the other friends. Within both groups the order stays the same. */
export const requestsFirst = (friends: readonly Friend[]): Friend[] => [
  ...friends.filter(isWaiting),
  ...friends.filter((friend) => !isWaiting(friend)),
]
