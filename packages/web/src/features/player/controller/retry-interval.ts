/**
 * The player checks at this interval whether a missing device, account or server time is available now (spec section
 * 9).
 */
export const PLAYER_RETRY_MS = 200
