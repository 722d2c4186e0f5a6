import { friendIdsOf } from '../../people/friends.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { SessionContext } from '../context.ts'
import { relatedSessions } from './owner-change.ts'

/**
 * Informs every server, everyone in the user's sessions, and the user's friends that the user has another name or
 * picture, or is no longer a guest.
 */
export async function publishPerson(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  userId: string,
): Promise<void> {
  bus.publish({ type: 'user', userId })
  await inBatches(await relatedSessions(db, userId), (ssid) => bus.publish({ type: 'session', ssid }))
  // The home list shows friends too (I4).
  await inBatches(await friendIdsOf(db, [userId]), (friendId) => {
    for (const what of ['friends', 'invites'] as const)
      bus.publish({ type: 'person', userId: friendId, message: { type: 'changed', what } })
  })
}
