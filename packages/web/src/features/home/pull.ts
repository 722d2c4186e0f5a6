/** Pulling this far refreshes, in pixels (spec section 9). */
export const PULL_THRESHOLD_PX = 64

/** The pause between letting go and refreshing, in milliseconds (spec section 9). */
export const REFRESH_DELAY_MS = 120

/** How far the list moves at most, in pixels. */
const MAX_DISTANCE_PX = 110

/** How far the list moves for a finger movement. It follows the finger up to the threshold and slows down beyond it. */
export function pullDistancePx(fingerPx: number): number {
  if (fingerPx <= 0) return 0
  if (fingerPx <= PULL_THRESHOLD_PX) return fingerPx
  const beyond = fingerPx - PULL_THRESHOLD_PX
  const room = MAX_DISTANCE_PX - PULL_THRESHOLD_PX
  return PULL_THRESHOLD_PX + (room * beyond) / (beyond + room)
}

/** Whether letting go here refreshes the list. */
export const isFarEnough = (fingerPx: number): boolean => fingerPx >= PULL_THRESHOLD_PX
