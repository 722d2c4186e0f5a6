import type { RemovalReason } from '@jointly/contract'
import { inChunks } from '../../platform/db/in-chunks.ts'
import { isRefused } from '../../platform/refusal.ts'
import { tryEach } from '../../platform/try-each.ts'
import { removalReasonOf } from '../access/removal-reason.ts'
import { findMemberships } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'

/** Removes a user from a session at once, and sends the reason to the user's clients (S5). */
export function removeListener(
  { presence, bus }: SessionContext,
  ssid: string,
  userId: string,
  reason: RemovalReason,
): void {
  presence.remove(ssid, userId)
  bus.publish({ type: 'gone', ssid, userId, reason })
}

/**
 * Removes the users whom the session does not let in any more (S2). If this fails, `retryRemovals` does it later. The
 * caller publishes the change of the session before, so that the caches drop the old memberships.
 */
export async function removeUnadmitted(context: SessionContext, ssid: string): Promise<void> {
  await checkListeners(context, ssid).catch((error: unknown) => {
    context.uncheckedAccess.add(ssid)
    throw error
  })
}

/** Removes users whom `removeUnadmitted` could not remove, because the database was unavailable (S2). */
export async function retryRemovals(context: SessionContext): Promise<void> {
  const ssids = [...context.uncheckedAccess]
  context.uncheckedAccess.clear()
  await tryEach(ssids, (ssid) => removeUnadmitted(context, ssid))
}

async function checkListeners(context: SessionContext, ssid: string): Promise<void> {
  for (const userIds of inChunks(context.presence.active(ssid))) {
    const users = userIds.map((userId) => ({ ssid, userId }))
    const memberships = await findMemberships(context.db, users, context.now())
    for (const [index, { userId }] of users.entries()) {
      const membership = memberships[index]
      if (membership && isRefused(membership))
        removeListener(context, ssid, userId, removalReasonOf(membership))
    }
  }
}
