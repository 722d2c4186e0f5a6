/** One probe of the server's time. `sentMs` and `receivedMs` are own monotonic time, `serverMs` is server epoch time. */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/**
 * What one probe proves: server epoch time minus own monotonic time lies between the two bounds. The lower bound assumes
 * that the answer took no time on its way, the upper bound assumes it of the question.
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

/** How fast two clocks drift apart at most: 50 microseconds per second. */
const DRIFT = 50e-6

/** The server cuts its time down to whole milliseconds. */
const TRUNCATION_MS = 1

/** A probe as a sample; null when it cannot be true (an answer before its question). */
export function sampleOf({ sentMs, receivedMs, serverMs }: ClockProbe): ClockSample | null {
  if (!(receivedMs >= sentMs)) return null
  return { lowestMs: serverMs - receivedMs, highestMs: serverMs + TRUNCATION_MS - sentMs, receivedMs }
}

/**
 * A window with one more sample. A sample that contradicts the others means that a clock was set or that this device
 * slept, so the window then starts again with that sample alone.
 */
export function withSample(window: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  const longer = [...window, sample].slice(-WINDOW_SIZE)
  return estimateOf(longer, sample.receivedMs) === null ? [sample] : longer
}

/**
 * The best estimate of a window: the middle of the range that all its samples allow. This combines the fastest question
 * and the fastest answer, which may come from different probes. The range of a sample grows with its age. `errorMs`
 * covers the rest, such as a path that is slower in one direction.
 *
 * @param nowMs own monotonic time
 * @returns null when there is no sample, or when the samples contradict each other
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
