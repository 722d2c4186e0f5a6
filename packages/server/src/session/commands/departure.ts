import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import type { Bus } from '../../platform/event-bus.ts'
import type { Presence } from '../presence/presence.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { passOn, peopleAround, sessionsAround, sessionsInvitedInto } from './succession.ts'

export type DepartureDeps = {
  bus: Bus
  presence: Presence
  /** A person's votes are withdrawn everywhere, and their songs counted anew. */
  withdrawVotes(trx: Trx, userId: string): Promise<void>
  /** Puts those out of a session who may not be there any more. */
  dismissUnadmitted(ssid: string): Promise<void>
  logSecurity: SecurityLog
  /** Is told what failed once the person was gone. */
  onError(error: unknown): void
  /** What plays, or will, is nobody's where it was this person's. */
  disownSongs(trx: Trx, userId: string): Promise<void>
}

/** What a person leaves behind in sessions when their account is deleted (A7). */
export type Departure = {
  /**
   * Clears up, and locks every session in which something hangs on the person.
   *
   * @param trx has locked the person, so that they come into no other session meanwhile
   * @returns notifies everyone concerned; call it after the commit. One failed notification does not stop the others
   */
  leave(trx: Trx, userId: string): Promise<() => Promise<void>>
}

export function createDeparture({ bus, presence, ...deps }: DepartureDeps): Departure {
  return {
    async leave(trx, userId) {
      const ssids = await lockSessions(trx, await sessionsAround(trx, userId))
      const concerned = await peopleAround(trx, userId)
      const invitedInto = await sessionsInvitedInto(trx, userId)
      const { passed, ended } = await passOn(trx, userId)
      await deps.withdrawVotes(trx, userId)
      await deps.disownSongs(trx, userId)
      return async () => {
        for (const ssid of ended) {
          bus.publish({ type: 'gone', ssid, userId: null, reason: 'deleted' })
          presence.forget(ssid)
        }
        const standing = ssids.filter((ssid) => !ended.includes(ssid))
        for (const ssid of standing) {
          presence.remove(ssid, userId)
          bus.publish({ type: 'session', ssid })
        }
        for (const { ssid, ownerId } of passed) {
          const owner = { sessionId: ssid, targetId: ownerId, role: 'owner' }
          deps.logSecurity({ event: 'role.changed', userId, network: null, ...owner })
          bus.publish({ type: 'you', ssid, userId: ownerId })
        }
        for (const person of new Set([...concerned, ...passed.map(({ ownerId }) => ownerId)]))
          for (const what of ['friends', 'invites'] as const)
            bus.publish({ type: 'person', userId: person, message: { type: 'changed', what } })
        // Who was let in by an invite of theirs alone (S2).
        for (const ssid of invitedInto)
          if (!ended.includes(ssid)) await deps.dismissUnadmitted(ssid).catch(deps.onError)
      }
    },
  }
}
