import type { RouteName } from '@jointly/contract'
import type { Refusal } from '../refusal.ts'
import type { SecurityLog } from '../log/security-log.ts'

/** A refused call with its user and network. `userId` is null for a public call. */
export type CallRefusal = { call: RouteName; userId: string | null; network: string; refused: Refusal }

/**
 * Creates a function that logs a refused call as a security event. It logs only calls that were refused because of
 * missing permission, an invalid login or too many calls (A8).
 */
export function createRefusalLog(logSecurity: SecurityLog): (call: CallRefusal) => void {
  return ({ call, userId, network, refused: { code, status } }) => {
    const isDenied = status === 403 || code === 'unauthenticated'
    const event = isDenied ? 'access.denied' : code === 'rate-limited' ? 'limit.reached' : null
    if (event !== null) logSecurity({ event, userId, network, call, reason: code })
  }
}
