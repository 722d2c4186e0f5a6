/**
 * The player checks this often whether a missing device, account or server time is available, in milliseconds (spec
 * section 9).
 */
export const PLAYER_RETRY_MS = 200
