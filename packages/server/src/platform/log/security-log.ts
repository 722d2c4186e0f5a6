import type { FastifyBaseLogger } from 'fastify'
import { type RateLimit, createMemoryRateLimiter } from '../http/rate-limit.ts'

/** The names of all security events (A8). docs/operating.md explains each name. */
export const securityEvents = [
  'account.created',
  'guest.joined',
  'account.deleted',
  'login.succeeded',
  'login.failed',
  'login.blocked',
  'login.ended',
  'password.changed',
  'password.failed',
  'password.blocked',
  'passkey.added',
  'passkey.removed',
  'passkey.used',
  'passkey.failed',
  'reset.created',
  'reset.mailed',
  'reset.used',
  'ticket.created',
  'ticket.claimed',
  'person.banned',
  'person.unbanned',
  'person.muted',
  'person.unmuted',
  'role.changed',
  'stage.paired',
  'stage.removed',
  'access.denied',
  'limit.reached',
] as const

/** A security event. Its fields contain ids, but no names, e-mail addresses, texts of people or secrets. */
export type SecurityEvent = {
  event: (typeof securityEvents)[number]
  /** The user who acts. For a login, this is the account with the given name, or null if there is no such account. */
  userId: string | null
  /** The network of the client. Null if no request caused the event. */
  network: string | null
  /** The id of the login that began, or the ids of the logins that ended. */
  loginIds?: readonly string[]
  passkeyId?: string
  /** Identifies a ticket: the first characters of the hash of its code. */
  ticketId?: string
  sessionId?: string
  stageId?: string
  /** The user who is affected. */
  targetId?: string
  /** The new role of the affected user. Null if the role was removed. */
  role?: string | null
  /** The name of the route that refused a call. */
  call?: string
  /** The error code of the refused call. For a request that the perimeter refused, the reason (O1, O2, O3). */
  reason?: string
}

/** Writes a security event to the log, as one line of JSON (A8). */
export type SecurityLog = (event: SecurityEvent) => void

/** Events that one client can cause very often. So they are throttled. */
const THROTTLED_EVENTS: ReadonlySet<string> = new Set([
  'login.blocked',
  'password.blocked',
  'access.denied',
  'limit.reached',
] satisfies SecurityEvent['event'][])
/** The limit of lines for equal throttled events: one per minute. */
const THROTTLE_LIMIT: RateLimit = { name: 'security-lines', attempts: 1, windowMs: 60_000 }

/**
 * Creates the security log. Throttled events with the same user and network get one line per minute. Refused calls
 * with the same call, reason and user (or network, if there is no user) get one line per minute too. Every other
 * event gets a line.
 * @param log receives the lines, at the level `info`
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info'>): SecurityLog {
  const lines = createMemoryRateLimiter()
  const write: SecurityLog = (event) => log.info(event, 'security event')
  return (event) => {
    if (!THROTTLED_EVENTS.has(event.event)) return write(event)
    const { userId, network, call, reason } = event
    const who = call === undefined ? `${userId} ${network}` : (userId ?? network)
    void lines
      .consume([THROTTLE_LIMIT, `${event.event} ${who} ${call} ${reason}`])
      .then((waitMs) => waitMs === 0 && write(event))
  }
}
