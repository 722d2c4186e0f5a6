import type { Db } from '../platform/db/tables.ts'
import type { EventBus } from '../platform/event-bus.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { SecurityLog } from '../platform/log/security-log.ts'
import type { OpenPresence, Presence } from './presence/presence.ts'

/** What every part of a session works with. Functions of the session module take it as an argument. */
export type SessionContext = {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  /** A number from 0 (included) to 1 (excluded). */
  random: () => number
  bus: EventBus
  presence: Presence
  logSecurity: SecurityLog
  logFault: FaultLog
}

/** Adds presence, whose changes are published on the bus. */
export function createSessionContext(
  parts: Omit<SessionContext, 'presence'>,
  openPresence: OpenPresence,
): SessionContext {
  const { now, bus } = parts
  const presence = openPresence({
    now,
    // Each server finds out by itself who came or left.
    onChange: (ssid, isOurs) => bus.publishLocally({ type: 'people', ssid, isOurs }),
  })
  return { ...parts, presence }
}
