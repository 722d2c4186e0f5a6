import type { RouteName } from '@jointly/contract'
import type { Refused } from '../refusal.ts'
import type { SecurityLog } from '../security-log.ts'
import { type Allowance, createMemoryRateLimiter } from './rate-limit.ts'

/** So that somebody who is refused again and again does not fill the log. */
const LINES: Allowance = { name: 'refusal-lines', attempts: 1, windowMs: 60_000 }

/** A call that was refused: of whom, from where, and why. `userId` is null for a public call. */
export type RefusedCall = { call: RouteName; userId: string | null; network: string; refused: Refused }

/**
 * Notes as security events that somebody asked for what they may not have, or asked too often (A8): a line a minute for
 * each person, call and reason; for people who are not logged in, for each network.
 */
export function createRefusalLog(logSecurity: SecurityLog): (call: RefusedCall) => Promise<void> {
  const lines = createMemoryRateLimiter()
  return async ({ call, userId, network, refused: { code, status } }) => {
    const event = status === 403 ? 'access.denied' : code === 'rate-limited' ? 'limit.reached' : null
    if (event === null) return
    if ((await lines.take([LINES, `${userId ?? network} ${call} ${code}`])) > 0) return
    logSecurity({ event, userId, network, call, reason: code })
  }
}
