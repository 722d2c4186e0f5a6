import type { EventBus } from '../../platform/event-bus.ts'
import { friendIdsOf } from '../../people/friends.ts'
import type { SessionContext } from '../context.ts'

/** Notifies the clients of these users that their home list changed (I2). */
export function notifyHomeLists(bus: EventBus, userIds: Iterable<string>): void {
  for (const userId of new Set(userIds))
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'invites' } })
}

/**
 * Notifies the friends of users who entered a free session. A free session is on the home list of everyone who
 * has a friend inside (S2).
 */
export async function notifyFriendsOf(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  userIds: readonly string[],
): Promise<void> {
  notifyHomeLists(bus, await friendIdsOf(db, userIds))
}
