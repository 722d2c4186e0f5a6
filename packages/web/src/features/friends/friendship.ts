import type { Friend } from '@jointly/contract'
import type { IconName } from '../../shared/ui/Icon.tsx'

/** What tapping a person's status does (N1), or null where there is nothing to do. */
export type Move = 'add' | 'withdraw' | 'accept' | 'remove'

type Face = {
  /** The sign of how it stands; its words stand beside it. */
  icon: IconName
  move: Move
}

/** The cycle of the status icon: a stranger is asked, a request withdrawn or accepted, a friend removed. */
const faces: Readonly<Record<Friend['status'], Face | null>> = {
  none: { icon: 'person_add', move: 'add' },
  requested: { icon: 'pending', move: 'withdraw' },
  asked: { icon: 'check', move: 'accept' },
  friends: { icon: 'person_remove', move: 'remove' },
  self: null,
}

/** How a status is shown and what tapping it does; null for oneself. */
export const faceOf = (status: Friend['status']): Face | null => faces[status]

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

/** Who asks comes first, for they wait for an answer; else the order stays. */
export const whoWaitsFirst = (friends: readonly Friend[]): Friend[] =>
  friends.toSorted((a, b) => Number(b.status === 'asked') - Number(a.status === 'asked'))
