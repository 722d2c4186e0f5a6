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
  /** The user who acts. For a login this is the account that was tried, or null if no account has this name. */
  userId: string | null
  /** The network of the client. Null if no request caused the event. */
  network: string | null
  /** The login that began, or the logins that ended. */
  loginIds?: readonly string[]
  passkeyId?: string
  /** The first characters of the hash of the ticket's code. */
  ticketId?: string
  sessionId?: string
  stageId?: string
  /** The user who is affected. */
  targetId?: string
  /** The new role of the affected user. Null for none. */
  role?: string | null
  /** The name of the route that refused a call. */
  call?: string
  /** The code of the refusal, or the reason why a request was refused before it became a call (O1, O2, O3). */
  reason?: string
}

/** Writes a security event to the log, as one line of JSON (A8). */
export type SecurityLog = (event: SecurityEvent) => void

/** Events that one client can cause very often. They are throttled. */
const THROTTLED_EVENTS: ReadonlySet<string> = new Set([
  'login.blocked',
  'password.blocked',
  'access.denied',
  'limit.reached',
] satisfies SecurityEvent['event'][])
/** For each throttled event, the log gets at most one line per minute. */
const THROTTLE_LIMIT: RateLimit = { name: 'security-lines', attempts: 1, windowMs: 60_000 }

/**
 * Creates the security log. A throttled event gets at most one line per minute for each user and network. For a
 * refused call, it gets at most one line per minute for each user (or network, if there is no user), call and reason.
 * Every other event gets a line.
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
