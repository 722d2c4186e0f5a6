/** A question for the server's time: sent and answered by the own monotonic clock, `serverMs` in server epoch ms. */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/**
 * What one probe proves: server epoch less own monotonic time lies between these, whatever the path did. Had the
 * answer taken no time it would be the lower one, had the question taken none the higher.
 */
export type ClockSample = {
  readonly lowestMs: number
  readonly highestMs: number
  readonly receivedMs: number
}

/** Server epoch = own monotonic time + `offsetMs`, true within ± `errorMs`. */
export type ClockEstimate = { readonly offsetMs: number; readonly errorMs: number }

/** How many samples a window holds: thirty pairs. */
export const WINDOW_SIZE = 60

/** How fast two clocks may part: 50 microseconds a second, a poor quartz. */
const DRIFT = 50e-6

/** The server's time is in whole milliseconds: what lies behind the point is left out. */
const TRUNCATION_MS = 1

/** A probe as a sample; null when it cannot be true (an answer before its question). */
export function sampleOf({ sentMs, receivedMs, serverMs }: ClockProbe): ClockSample | null {
  if (!(receivedMs >= sentMs)) return null
  return { lowestMs: serverMs - receivedMs, highestMs: serverMs + TRUNCATION_MS - sentMs, receivedMs }
}

/**
 * A window with one more sample. A sample that contradicts the others means that a clock was set or this device slept:
 * what was known before is worthless then, and the window begins anew.
 */
export function withSample(window: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  const longer = [...window, sample].slice(-WINDOW_SIZE)
  return estimateOf(longer, sample.receivedMs) === null ? [sample] : longer
}

/**
 * The best estimate of a window: the middle of what all its samples allow. The quickest question of one probe and the
 * quickest answer of another together tell more than the one probe of the lowest round trip; age widens what a sample
 * allows. What is left of a path's asymmetry stays invisible, which `errorMs` covers.
 *
 * @param nowMs own monotonic time
 * @returns null while nothing is known, or the samples contradict each other
 */
export function estimateOf(window: readonly ClockSample[], nowMs: number): ClockEstimate | null {
  let lowestMs = Number.NEGATIVE_INFINITY
  let highestMs = Number.POSITIVE_INFINITY
  for (const sample of window) {
    const driftMs = Math.max(0, nowMs - sample.receivedMs) * DRIFT
    lowestMs = Math.max(lowestMs, sample.lowestMs - driftMs)
    highestMs = Math.min(highestMs, sample.highestMs + driftMs)
  }
  if (window.length === 0 || lowestMs > highestMs) return null
  return { offsetMs: (lowestMs + highestMs) / 2, errorMs: (highestMs - lowestMs) / 2 }
}
