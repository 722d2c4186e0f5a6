import type { ServerMessage } from '@jointly/contract'
import type { Bus } from '../../live/bus.ts'
import { isRefused, type Refused } from '../../refusal.ts'
import type { SessionDeps } from './ports.ts'
import { standingIn } from './standing.ts'

type GoneReason = Extract<ServerMessage, { type: 'gone' }>['reason']

/** Ends a person's stay at once: they are active no more, and their live connections are told why (S5). */
export async function putOut(
  { presence, bus }: SessionDeps,
  ssid: string,
  userId: string,
  reason: GoneReason,
): Promise<void> {
  presence.remove(ssid, userId)
  bus.publish({ type: 'gone', ssid, userId, reason })
}

/** Puts those out who may not be there any more as things stand now (S2); to be called after what changed that. */
export async function dismissUnadmitted(deps: SessionDeps, ssid: string): Promise<void> {
  for (const userId of deps.presence.active(ssid)) {
    const stands = await standingIn(deps.db, ssid, userId, deps.now())
    if (isRefused(stands)) await putOut(deps, ssid, userId, goneReason(stands))
  }
}

/** Tells people that their home lists are worth fetching again, in every tab they have open (I2). */
export function listChangedFor(bus: Bus, userIds: Iterable<string>): void {
  for (const userId of new Set(userIds))
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'invites' } })
}

/** Friends of those inside have a free session among their incoming (S2): tells them that this begins or ends. */
export async function friendsListChanged(
  { db, bus, friends }: SessionDeps,
  insideIds: readonly string[],
): Promise<void> {
  for (const userId of insideIds) listChangedFor(bus, await friends(db, userId))
}

function goneReason({ code }: Refused): GoneReason {
  return code === 'banned' || code === 'policy' ? code : 'not-found'
}
