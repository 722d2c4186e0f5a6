import type { FastifyBaseLogger } from 'fastify'
import { type Allowance, createMemoryRateLimiter } from '../http/rate-limit.ts'

/** The names of all security events (A8). The list is closed; docs/operating.md says what each means. */
export const securityEvents = [
  'account.created',
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

/**
 * What happened, as ids: neither names, e-mail addresses and other texts of people, nor anything that opens an account.
 */
export type SecurityEvent = {
  event: (typeof securityEvents)[number]
  /** Who did it; for a login the account that was tried, null where there is none of that name. */
  userId: string | null
  /** The address or network of the client; null where nobody's call led to it. */
  network: string | null
  /** The login that began, or those that ended. */
  loginIds?: readonly string[]
  passkeyId?: string
  /** The ticket, by the beginning of the hash of its code. */
  ticketId?: string
  sessionId?: string
  /** Whom it was done to. */
  targetId?: string
  /** The role that the target has from now on; null for none. */
  role?: string | null
  /** The call that was refused, and why: the code of the refusal. */
  call?: string
  reason?: string
}

/** Writes a security event to the log, as one line of JSON (A8). */
export type SecurityLog = (event: SecurityEvent) => void

/** Events that somebody can cause again and again without end. */
const ENDLESS: ReadonlySet<string> = new Set([
  'login.blocked',
  'password.blocked',
  'access.denied',
  'limit.reached',
] satisfies SecurityEvent['event'][])
/** So that they do not fill the log. */
const LINES: Allowance = { name: 'security-lines', attempts: 1, windowMs: 60_000 }

/**
 * Logs events. What blocks somebody gets a line a minute for each account and network, a refused call one for each person,
 * call and reason (for each network where nobody is logged in), and everything else a line each time.
 *
 * @param log where the lines go, at the level `info`
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info'>): SecurityLog {
  const lines = createMemoryRateLimiter()
  const write: SecurityLog = (event) => log.info(event, 'security event')
  return (event) => {
    if (!ENDLESS.has(event.event)) return write(event)
    const { userId, network, call, reason } = event
    const who = call === undefined ? `${userId} ${network}` : (userId ?? network)
    void lines
      .take([LINES, `${event.event} ${who} ${call} ${reason}`])
      .then((waitMs) => waitMs === 0 && write(event))
  }
}
