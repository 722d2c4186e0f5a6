import type { GoneReason } from '@jointly/contract'
import { inChunks } from '../../platform/db/in-chunks.ts'
import type { Bus } from '../../platform/event-bus.ts'
import { goneReasonOf } from '../access/gone.ts'
import { isRefused } from '../../platform/refusal.ts'
import type { SessionDeps } from '../ports.ts'
import { standingsOf } from '../access/standing.ts'

/** Ends a person's stay at once: they are active no more, and their live connections are told why (S5). */
export function putOut(
  { presence, bus }: SessionDeps,
  ssid: string,
  userId: string,
  reason: GoneReason,
): void {
  presence.remove(ssid, userId)
  bus.publish({ type: 'gone', ssid, userId, reason })
}

/**
 * Puts those out who may not be there any more as things stand now (S2); to be called after what changed that was
 * published, so that nobody goes on by what was remembered of before.
 */
export async function dismissUnadmitted(deps: SessionDeps, ssid: string): Promise<void> {
  for (const userIds of inChunks(deps.presence.active(ssid))) {
    const people = userIds.map((userId) => ({ ssid, userId }))
    const standings = await standingsOf(deps.db, people, deps.now())
    for (const [index, { userId }] of people.entries()) {
      const stands = standings[index]
      if (stands && isRefused(stands)) putOut(deps, ssid, userId, goneReasonOf(stands))
    }
  }
}

/** Tells people that their home lists are worth fetching again, in every tab they have open (I2). */
export function listChangedFor(bus: Bus, userIds: Iterable<string>): void {
  for (const userId of new Set(userIds))
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'invites' } })
}

/** Friends of those inside have a free session among their incoming (S2): tells them that this begins or ends. */
export async function friendsListChanged(
  { db, bus, friendsOfAny }: Pick<SessionDeps, 'db' | 'bus' | 'friendsOfAny'>,
  insideIds: readonly string[],
): Promise<void> {
  listChangedFor(bus, await friendsOfAny(db, insideIds))
}
