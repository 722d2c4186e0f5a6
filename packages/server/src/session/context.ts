import type { Db } from '../platform/db/tables.ts'
import type { EventBus } from '../platform/event-bus.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { SecurityLog } from '../platform/log/security-log.ts'
import { RefusedLibraries } from './playback/refused-libraries.ts'
import type { OpenPresence, Presence } from './presence/presence.ts'

/** The dependencies of all functions of the session module. */
export type SessionContext = {
  db: Db
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
  bus: EventBus
  presence: Presence
  /** The sessions in which `removeUnadmitted` failed. A job tries again. */
  uncheckedAccess: Set<string>
  /** The libraries and fallback playlists that had no song to choose. */
  refusedLibraries: RefusedLibraries
  logSecurity: SecurityLog
  logFault: FaultLog
}

/**
 * Creates the context of the session module. The event bus publishes each change of presence (who is active).
 */
export function createSessionContext(
  parts: Omit<SessionContext, 'presence' | 'uncheckedAccess' | 'refusedLibraries'>,
  openPresence: OpenPresence,
): SessionContext {
  const { now, bus } = parts
  const presence = openPresence({
    now,
    // The event stays on this server, because each server detects by itself who entered or left.
    onChange: (ssid, isOurs) => bus.publishLocally({ type: 'people', ssid, isOurs }),
  })
  return { ...parts, presence, uncheckedAccess: new Set(), refusedLibraries: new RefusedLibraries(now) }
}
