/** What a device adds between the command and the sound, until it is measured (spec section 9). */
export const DEFAULT_DELAY_MS = 120

/** A delay is measured anew when it is off by more than this. */
const TOLERANCE_MS = 10
const SMALLEST_MS = -500
const LARGEST_MS = 3000
/** How far one measurement is believed: starts vary, and a busy machine tells little about its next start. */
const TRUST = 0.3
const BELIEVED_MS = 500

/**
 * The delay to start the next song with.
 *
 * @param delayMs what the last start used
 * @param behindMs how far the sound lay behind the session after that start; negative when ahead
 * @returns the same delay when it was off by no more than 10 ms
 */
export function remeasuredDelayMs(delayMs: number, behindMs: number): number {
  if (!Number.isFinite(behindMs) || Math.abs(behindMs) <= TOLERANCE_MS) return delayMs
  const believedMs = clamp(behindMs, -BELIEVED_MS, BELIEVED_MS)
  return Math.round(clamp(delayMs + believedMs * TRUST, SMALLEST_MS, LARGEST_MS))
}

function clamp(value: number, smallest: number, largest: number): number {
  return Math.min(largest, Math.max(smallest, value))
}
