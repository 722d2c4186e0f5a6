import type { SyncOffset } from './sound-status.ts'

/**
 * If the sound may differ from the session by more than this number of milliseconds, the number is not shown, because
 * it would not help.
 */
const LARGEST_SHOWN_MS = 100

/**
 * Calculates the ± figure of the sync badge: the largest possible difference between the sound and the session, in
 * milliseconds (P7). It is the measured difference plus the errors of the measurement and of the clock. Null if one of
 * them is unknown, or if the sum is too large to be shown.
 */
export function syncErrorMsOf(offset: SyncOffset | null, clockErrorMs: number | null): number | null {
  if (offset === null || offset.errorMs === null || clockErrorMs === null) return null
  const sumMs = Math.max(1, Math.ceil(Math.abs(offset.behindMs) + offset.errorMs + clockErrorMs))
  return sumMs > LARGEST_SHOWN_MS ? null : sumMs
}
