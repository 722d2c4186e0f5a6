/** The distance in pixels that a person must pull the list to refresh it (spec section 9). */
export const PULL_THRESHOLD_PX = 64

/** The pause between the end of the pull and the refresh, in milliseconds (spec section 9). */
export const REFRESH_DELAY_MS = 120

/** The maximum distance that the list moves, in pixels. */
const MAX_DISTANCE_PX = 110

/**
 * Calculates how far the list moves when the finger has moved `fingerPx`. Up to the threshold, the list moves as
 * far as the finger. After that, it moves more slowly.
 */
export function pullDistancePx(fingerPx: number): number {
  if (fingerPx <= 0) return 0
  if (fingerPx <= PULL_THRESHOLD_PX) return fingerPx
  const beyond = fingerPx - PULL_THRESHOLD_PX
  const room = MAX_DISTANCE_PX - PULL_THRESHOLD_PX
  return PULL_THRESHOLD_PX + (room * beyond) / (beyond + room)
}

/** Returns whether the list is refreshed if the finger is released after this distance. */
export const isFarEnough = (fingerPx: number): boolean => fingerPx >= PULL_THRESHOLD_PX
