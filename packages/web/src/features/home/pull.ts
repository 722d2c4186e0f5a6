/** How far one pulls before letting go refreshes, in pixels (spec section 9). */
export const PULL_THRESHOLD_PX = 64

/** Between letting go and refreshing, in milliseconds (spec section 9). */
export const REFRESH_DELAY_MS = 120

/** The list gives way ever less beyond the threshold, and never more than this. */
const FARTHEST_PX = 110

/** How far the list moves for a finger that moved so far down: all the way up to the threshold, then ever less. */
export function pulledPx(fingerPx: number): number {
  if (fingerPx <= 0) return 0
  if (fingerPx <= PULL_THRESHOLD_PX) return fingerPx
  const beyond = fingerPx - PULL_THRESHOLD_PX
  const room = FARTHEST_PX - PULL_THRESHOLD_PX
  return PULL_THRESHOLD_PX + (room * beyond) / (beyond + room)
}

/** Whether letting go here refreshes. */
export const isFarEnough = (fingerPx: number): boolean => fingerPx >= PULL_THRESHOLD_PX
