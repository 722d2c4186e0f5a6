import type { FastifyBaseLogger } from 'fastify'
import { type Allowance, createMemoryRateLimiter } from './http/rate-limit.ts'

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

/** So that somebody who goes on after being blocked does not fill the log. */
const LINES: Allowance = { name: 'blocked-lines', attempts: 1, windowMs: 60_000 }

/**
 * What blocks somebody is noted once a minute for each account and network; all else each time.
 *
 * @param log where the lines go, at the level `info`
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info'>): SecurityLog {
  const lines = createMemoryRateLimiter()
  const write: SecurityLog = (event) => log.info(event, 'security event')
  return (event) => {
    if (event.event !== 'login.blocked' && event.event !== 'password.blocked') return write(event)
    const key = `${event.event} ${event.userId} ${event.network}`
    void lines.take([LINES, key]).then((waitMs) => waitMs === 0 && write(event))
  }
}
