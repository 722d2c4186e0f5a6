import type { RateLimit } from '../../platform/http/rate-limit.ts'

const MINUTE_MS = 60_000
export const JOINS_PER_NETWORK: RateLimit = { name: 'guest-join', attempts: 600, windowMs: 10 * MINUTE_MS }
export const NEW_GUESTS_PER_NETWORK: RateLimit = { name: 'new-guest', attempts: 60, windowMs: 10 * MINUTE_MS }
export const UPGRADES_PER_GUEST: RateLimit = { name: 'guest-upgrade', attempts: 20, windowMs: 10 * MINUTE_MS }
export const RENAMES_PER_GUEST: RateLimit = { name: 'guest-rename', attempts: 10, windowMs: 10 * MINUTE_MS }

/** The maximum number of guests in a session (G4). */
export const GUESTS_PER_SESSION = 200
/**
 * After joining, a guest counts in the limit of the session for this time, even if the guest does not open the
 * session (G4).
 */
export const PLACE_KEPT_MS = 60 * MINUTE_MS
