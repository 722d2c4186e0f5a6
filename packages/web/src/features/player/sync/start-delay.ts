/**
 * The assumed delay between the play command and the sound, in milliseconds. It is used until the delay of the device
 * is measured (spec section 9).
 */
export const DEFAULT_DELAY_MS = 120

/** If the sound started at most this far from the session, the delay stays the same. */
const TOLERANCE_MS = 10
const SHORTEST_MS = -500
const LONGEST_MS = 3000
/**
 * The share of a measured difference that is added to the delay. It is small, because each start has a slightly
 * different delay.
 */
const WEIGHT = 0.3
const LARGEST_ERROR_MS = 500

/**
 * Calculates the delay for the next start of a song.
 * @param delayMs the delay that was used for the last start
 * @param behindMs how far the sound was behind the session after the last start; negative if the sound was ahead
 * @returns the same delay if the difference was at most `TOLERANCE_MS`
 */
export function adjustDelayMs(delayMs: number, behindMs: number): number {
  if (!Number.isFinite(behindMs) || Math.abs(behindMs) <= TOLERANCE_MS) return delayMs
  const errorMs = clamp(behindMs, -LARGEST_ERROR_MS, LARGEST_ERROR_MS)
  return Math.round(clamp(delayMs + errorMs * WEIGHT, SHORTEST_MS, LONGEST_MS))
}

function clamp(value: number, smallest: number, largest: number): number {
  return Math.min(largest, Math.max(smallest, value))
}
