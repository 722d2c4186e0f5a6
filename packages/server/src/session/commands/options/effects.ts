import { affectedPeople, type CurrentOptions } from '@jointly/domain'
import { dismissUnadmitted, friendsListChanged, listChangedFor, putOut } from '../listeners.ts'
import type { SessionDeps } from '../../ports.ts'
import { peopleListing } from '../../access/store.ts'

/** Makes what was saved felt at once by everyone whom it concerns (S2, S5, R2). */
export async function takeEffect(
  deps: SessionDeps,
  ssid: string,
  { before, after }: { before: CurrentOptions; after: CurrentOptions },
): Promise<void> {
  const { levels, banned, lifted } = affectedPeople(before, after)
  const isFreeOrWas = (before.policy === 'free') !== (after.policy === 'free')
  const inside = isFreeOrWas ? deps.presence.active(ssid) : []
  for (const userId of banned) putOut(deps, ssid, userId, 'banned')
  deps.bus.publish({ type: 'session', ssid })
  // Levels let people in, and let those in whom they invited.
  if (before.policy !== after.policy || levels.length > 0) await dismissUnadmitted(deps, ssid)
  for (const userId of levels) deps.bus.publish({ type: 'you', ssid, userId })
  if (before.skipPercent !== after.skipPercent) await deps.playback.reconsiderSkip(ssid)
  const listing = before.title !== after.title ? await peopleListing(deps.db, ssid) : []
  listChangedFor(deps.bus, [...banned, ...lifted, ...listing])
  await friendsListChanged(deps, inside)
}
