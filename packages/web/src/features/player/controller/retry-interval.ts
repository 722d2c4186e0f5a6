/**
 * If a device, an account or the server's time is missing, the player looks for it again after this many milliseconds
 * (spec section 9).
 */
export const PLAYER_RETRY_MS = 200
