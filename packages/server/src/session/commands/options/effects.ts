import { affectedPeople, type CurrentOptions } from '@jointly/domain'
import { inBatches } from '../../../platform/in-batches.ts'
import { notifyFriendsOf, notifyHomeLists } from '../../access/home-lists.ts'
import { homeListUsers, type SessionUser } from '../../access/session-store.ts'
import type { SessionContext } from '../../context.ts'
import { recheckSkip } from '../../playback/skip.ts'
import { removeListener, removeUnadmitted } from '../removed-listeners.ts'

/**
 * Makes saved options take effect for everyone in the session at once (S2, S5, R2).
 * @param change.adders the users whose number of added songs changed (H3)
 */
export async function applyOptions(
  context: SessionContext,
  ssid: string,
  change: { before: CurrentOptions; after: CurrentOptions; adders: readonly SessionUser[] },
): Promise<void> {
  const { before, after, adders } = change
  const { levels, banned, lifted } = affectedPeople(before, after)
  const { bus, db, presence } = context
  const isFreeChanged = (before.policy === 'free') !== (after.policy === 'free')
  const activeUsers = isFreeChanged ? presence.active(ssid) : []
  for (const userId of banned) {
    removeListener(context, ssid, userId, 'banned')
    // Clients hide the chat lines of a banned person (C9).
    bus.publish({ type: 'chat', message: { type: 'chat', ssid, hidden: userId } })
  }
  bus.publish({ type: 'session', ssid })
  // A changed role can remove users too: moderators are always let in, and their role also lets in the users whom
  // they invited.
  const isAccessChanged = before.policy !== after.policy || before.guests !== after.guests
  if (isAccessChanged || levels.length > 0) await removeUnadmitted(context, ssid)
  // The chat lines of people whose ban is lifted are shown again, so clients fetch the chat (C9).
  if (lifted.length > 0) bus.publish({ type: 'chat', message: { type: 'chat', ssid, stale: true } })
  await inBatches(new Set([...levels, ...adders.map(({ userId }) => userId)]), (userId) =>
    bus.publish({ type: 'you', ssid, userId }),
  )
  if (before.skipPercent !== after.skipPercent) await recheckSkip(context, ssid)
  const affected = before.title !== after.title ? await homeListUsers(db, ssid) : []
  await notifyHomeLists(bus, [...banned, ...lifted, ...affected])
  await notifyFriendsOf(context, activeUsers)
}
