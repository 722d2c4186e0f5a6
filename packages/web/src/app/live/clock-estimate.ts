/** A question for the server's time: sent and answered by the own monotonic clock, `serverMs` in server epoch ms. */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/** What one probe tells: server epoch = own monotonic time + `offsetMs`, true to half the round trip. */
export type ClockSample = {
  readonly offsetMs: number
  readonly roundTripMs: number
  readonly receivedMs: number
}

/** Server epoch = own monotonic time + `offsetMs`, true within ± `errorMs`. */
export type ClockEstimate = { readonly offsetMs: number; readonly errorMs: number }

/** How many samples a window holds: eight pairs. */
export const WINDOW_SIZE = 16

/** How fast two clocks may part: 50 microseconds a second, a poor quartz. */
const DRIFT = 50e-6

/** The server's time is in whole milliseconds, so half of one is lost on average. */
const TRUNCATION_MS = 0.5

/** A probe as a sample; null when it cannot be true (an answer before its question). */
export function sampleOf(probe: ClockProbe): ClockSample | null {
  const roundTripMs = probe.receivedMs - probe.sentMs
  if (!(roundTripMs >= 0)) return null
  const middleMs = probe.sentMs + roundTripMs / 2
  return {
    offsetMs: probe.serverMs + TRUNCATION_MS - middleMs,
    roundTripMs,
    receivedMs: probe.receivedMs,
  }
}

/**
 * A window with one more sample. A sample that contradicts the estimate beyond both errors means that a clock was
 * set or this device slept: what was known before is worthless then, and the window begins anew.
 */
export function withSample(window: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  const known = estimateOf(window, sample.receivedMs)
  const apartMs = known === null ? 0 : Math.abs(sample.offsetMs - known.offsetMs)
  if (known !== null && apartMs > known.errorMs + errorOf(sample, sample.receivedMs)) return [sample]
  return [...window, sample].slice(-WINDOW_SIZE)
}

/**
 * The best estimate of a window: the sample of the lowest round trip, as NTP does, where age counts against it.
 *
 * @param nowMs own monotonic time
 * @returns null while nothing is known. Half of a path's asymmetry stays invisible, which `errorMs` covers.
 */
export function estimateOf(window: readonly ClockSample[], nowMs: number): ClockEstimate | null {
  let best: ClockSample | null = null
  for (const sample of window)
    if (best === null || errorOf(sample, nowMs) < errorOf(best, nowMs)) best = sample
  return best && { offsetMs: best.offsetMs, errorMs: errorOf(best, nowMs) }
}

function errorOf(sample: ClockSample, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - sample.receivedMs)
  return sample.roundTripMs / 2 + TRUNCATION_MS + ageMs * DRIFT
}
