import type { Friend } from '@jointly/contract'
import type { IconName } from '../../shared/ui/media/Icon.tsx'

/** What one can do about how one stands to a person (N1). */
export type Move = 'add' | 'withdraw' | 'accept' | 'decline' | 'remove'

/** Whether a move wishes to be friends or not: sent twice it changes nothing. */
export const wishOf = (move: Move): boolean => move === 'add' || move === 'accept'

/** The status icon's cycle: a stranger is asked, a request withdrawn or answered, a friend removed. */
const moves: Readonly<Record<Friend['status'], readonly { icon: IconName; move: Move }[]>> = {
  none: [{ icon: 'person_add', move: 'add' }],
  requested: [{ icon: 'pending', move: 'withdraw' }],
  asked: [
    { icon: 'close', move: 'decline' },
    { icon: 'check', move: 'accept' },
  ],
  friends: [{ icon: 'person_remove', move: 'remove' }],
  self: [],
}

/** What may be done about a status, each with its sign; nothing about oneself. */
export const movesFor = (status: Friend['status']) => moves[status]

/**
 * A person found by the search, as they stand now: the list of friends is newer than what the search found.
 *
 * @param friends everyone there is a friendship or a request with; null while that is not known
 */
export function asTheyStand(found: Friend, friends: readonly Friend[] | null): Friend {
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

/** Who asks comes first, for they wait for an answer; else the order stays. */
export const whoWaitsFirst = (friends: readonly Friend[]): Friend[] => [
  ...friends.filter(isWaiting),
  ...friends.filter((friend) => !isWaiting(friend)),
]
