import type { FastifyBaseLogger } from 'fastify'
import { type RateLimit, createMemoryRateLimiter } from '../http/rate-limit.ts'

/** The names of all security events (A8). The list is closed; docs/operating.md explains each name. */
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
  'role.changed',
  'access.denied',
  'limit.reached',
] as const

/** A security event. It contains ids, but no names, e-mail addresses, texts of people or secrets. */
export type SecurityEvent = {
  event: (typeof securityEvents)[number]
  /** The acting user. For a login, the account that was tried; null if there is none of that name. */
  userId: string | null
  /** The network of the client. Null if no call caused the event. */
  network: string | null
  /** The new login, or those that ended. */
  loginIds?: readonly string[]
  passkeyId?: string
  /** The ticket, by the first characters of the hash of its code. */
  ticketId?: string
  sessionId?: string
  /** The affected user. */
  targetId?: string
  /** The new role of the target. Null for none. */
  role?: string | null
  /** The refused call, and the code of the refusal. */
  call?: string
  reason?: string
}

/** Writes a security event to the log, as one line of JSON (A8). */
export type SecurityLog = (event: SecurityEvent) => void

/** Events that one client can cause very often. */
const THROTTLED_EVENTS: ReadonlySet<string> = new Set([
  'login.blocked',
  'password.blocked',
  'access.denied',
  'limit.reached',
] satisfies SecurityEvent['event'][])
/** Allows one line per minute for each throttled event. */
const THROTTLE_LIMIT: RateLimit = { name: 'security-lines', attempts: 1, windowMs: 60_000 }

/**
 * Creates the security log. Throttled events get one line per minute: a blocked login or guess for each
 * account and network, a refused call for each user, call and reason, or for each network if nobody is logged
 * in. Other events get a line each.
 *
 * @param log gets the lines, at the level `info`
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
