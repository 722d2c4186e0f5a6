import type { You } from '@jointly/contract'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import type { Db } from '../../platform/db/tables.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import type { Membership, MembershipLoader } from '../access/membership.ts'
import { haveSkipWish } from '../playback/skip-store.ts'
import { addedCounts, votesOfUsers } from '../votes/store.ts'
import { waitingOfUsers } from '../votes/waiting-store.ts'

/**
 * Loads personal views, which are the part of a session that differs by user (D2). Calls at the same moment
 * share queries.
 */
export type PersonalViews = {
  /** Loads the view of a user whose membership was already checked. */
  ofMember(membership: Membership, userId: string): Promise<You>
  /** Checks the membership of a user and loads the view. Refuses if the session does not let the user in. */
  find(ssid: string, userId: string): Promise<You | Refusal>
}

export function createPersonalViews(db: Db, memberships: MembershipLoader): PersonalViews {
  const views = createGroupCommit(
    async (members: readonly { membership: Membership; ssid: string; userId: string }[]) => {
      const votes = await votesOfUsers(db, members)
      const skipWishes = await haveSkipWish(db, members)
      const added = await addedCounts(db, members)
      const isAnyWaiting = members.some(({ membership }) => membership.rules.approve)
      const waiting = isAnyWaiting ? await waitingOfUsers(db, members) : []
      return members.map(
        ({ membership: { role, isFavorite, rules } }, index): You => ({
          role,
          votes: votes[index] ?? {},
          skip: skipWishes[index] ?? false,
          favorite: isFavorite,
          added: (added[index] ?? 0) + (waiting[index]?.length ?? 0),
          ...(rules.approve && { waiting: waiting[index] ?? [] }),
        }),
      )
    },
  )
  return {
    ofMember: (membership, userId) => views.add({ membership, ssid: membership.ssid, userId }),
    async find(ssid, userId) {
      const membership = await memberships.add({ ssid, userId })
      return isRefused(membership) ? membership : views.add({ membership, ssid, userId })
    },
  }
}
