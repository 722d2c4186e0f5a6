/**
 * If something that the player needs is missing, the player tries again after this many milliseconds (spec
 * section 9).
 */
export const PLAYER_RETRY_MS = 200
