import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { clearFallbacksOf } from '../access/fallback-playlist.ts'
import type { SessionUser } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { clearSongOwner } from '../playback/store.ts'
import { withdrawAllVotes } from '../votes/recount.ts'
import {
  changeOwners,
  type OwnerChanges,
  relatedSessions,
  relatedUsers,
  sessionsInvitedTo,
} from './owner-change.ts'
import { removeUnadmitted } from './removed-listeners.ts'

/**
 * Removes a user from all sessions, before their account is deleted (A7). Every session with data of the user
 * is locked.
 * @param trx a transaction that has locked the user's row, so that the user cannot enter another session
 * @returns a function that notifies all affected users; call it after the commit
 */
export async function removeUserFromSessions(
  context: SessionContext,
  trx: Trx,
  userId: string,
): Promise<() => Promise<void>> {
  const ssids = await lockSessions(trx, await relatedSessions(trx, userId))
  const users = await relatedUsers(trx, userId)
  const invitedTo = await sessionsInvitedTo(trx, userId)
  const owners = await changeOwners(trx, userId)
  const adders = await withdrawAllVotes(trx, userId, context.now())
  await clearSongOwner(trx, userId)
  await clearFallbacksOf(trx, userId)
  const remaining = ssids.filter((ssid) => !owners.ended.includes(ssid))
  return async () => {
    await publishRemoval(context, { userId, remaining, users, owners, adders })
    // A session may have let users in only because the deleted user had invited them. They must leave (S2).
    for (const ssid of invitedTo)
      if (!owners.ended.includes(ssid))
        await removeUnadmitted(context, ssid).catch((error: unknown) =>
          context.logFault(error, 'listeners could not be removed'),
        )
  }
}

type Removal = {
  userId: string
  remaining: readonly string[]
  users: readonly string[]
  owners: OwnerChanges
  /** The users whose number of added songs changed (H3). */
  adders: readonly SessionUser[]
}

/** Publishes the changes to the sessions at once, and to the users in many turns of the event loop (O6). */
async function publishRemoval(
  { bus, presence, logSecurity }: SessionContext,
  { userId, remaining, users, owners, adders }: Removal,
): Promise<void> {
  for (const ssid of owners.ended) {
    bus.publish({ type: 'gone', ssid, userId: null, reason: 'deleted' })
    presence.forget(ssid)
  }
  for (const ssid of remaining) {
    presence.remove(ssid, userId)
    bus.publish({ type: 'session', ssid })
    bus.publish({ type: 'chat', message: { type: 'chat', ssid, hidden: userId } })
  }
  for (const { ssid, ownerId } of owners.changed) {
    const owner = { sessionId: ssid, targetId: ownerId, role: 'owner' }
    logSecurity({ event: 'role.changed', userId, network: null, ...owner })
    bus.publish({ type: 'you', ssid, userId: ownerId })
  }
  await inBatches(adders, (adder) => bus.publish({ type: 'you', ...adder }))
  await inBatches(new Set([...users, ...owners.changed.map(({ ownerId }) => ownerId)]), (user) => {
    for (const what of ['friends', 'invites'] as const)
      bus.publish({ type: 'person', userId: user, message: { type: 'changed', what } })
  })
}
