/** How far a person must pull the list to refresh it, in pixels (spec section 9). */
export const PULL_THRESHOLD_PX = 64

/** The pause between the end of the pull and the refresh, in milliseconds (spec section 9). */
export const REFRESH_DELAY_MS = 120

/** The largest distance that the list can be pulled, in pixels. */
const MAX_DISTANCE_PX = 110

/**
 * Calculates how far the list moves with a finger: as far as the finger up to the threshold, and then more slowly.
 */
export function pullDistancePx(fingerPx: number): number {
  if (fingerPx <= 0) return 0
  if (fingerPx <= PULL_THRESHOLD_PX) return fingerPx
  const beyond = fingerPx - PULL_THRESHOLD_PX
  const room = MAX_DISTANCE_PX - PULL_THRESHOLD_PX
  return PULL_THRESHOLD_PX + (room * beyond) / (beyond + room)
}

/** Returns whether the list is refreshed when the finger is released at this distance. */
export const isFarEnough = (fingerPx: number): boolean => fingerPx >= PULL_THRESHOLD_PX
