import type { RouteName } from '@jointly/contract'
import type { Refused } from '../refusal.ts'
import type { SecurityLog } from '../log/security-log.ts'

/** A call that was refused: of whom, from where, and why. `userId` is null for a public call. */
export type RefusedCall = { call: RouteName; userId: string | null; network: string; refused: Refused }

/** Logs as security events that somebody asked for what they may not have, or asked too often (A8). */
export function createRefusalLog(logSecurity: SecurityLog): (call: RefusedCall) => void {
  return ({ call, userId, network, refused: { code, status } }) => {
    const event = status === 403 ? 'access.denied' : code === 'rate-limited' ? 'limit.reached' : null
    if (event !== null) logSecurity({ event, userId, network, call, reason: code })
  }
}
