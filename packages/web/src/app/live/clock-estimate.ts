/**
 * One measurement of the server's time. `sentMs` and `receivedMs`: when the request was sent and the answer arrived,
 * in monotonic time of this device. `serverMs`: the answer, in epoch milliseconds of the server.
 */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/**
 * The limits that one measurement sets for the difference between server time and monotonic time. The lower limit
 * assumes that the answer took no time, the upper one that the request took no time.
 */
export type ClockSample = {
  readonly lowestMs: number
  readonly highestMs: number
  readonly receivedMs: number
}

/**
 * The estimated difference of the clocks: server time = monotonic time + `offsetMs`. The error is at most `errorMs`
 * in both directions.
 */
export type ClockEstimate = { readonly offsetMs: number; readonly errorMs: number }

/** The largest number of samples in a window: those of the last thirty pairs of requests. */
export const WINDOW_SIZE = 60

/** How fast two clocks drift apart at most: 50 microseconds per second. */
const DRIFT = 50e-6

/** The server sends whole milliseconds, rounded down. So its real time can be up to this much later. */
const TRUNCATION_MS = 1

/**
 * Converts a measurement to a sample. Null if the measurement is impossible, because the answer arrived before the
 * request was sent.
 */
export function sampleOf({ sentMs, receivedMs, serverMs }: ClockProbe): ClockSample | null {
  if (!(receivedMs >= sentMs)) return null
  return { lowestMs: serverMs - receivedMs, highestMs: serverMs + TRUNCATION_MS - sentMs, receivedMs }
}

/**
 * Adds a sample to a window, which contains the newest samples. If the sample contradicts the others, the new window
 * contains only this sample, because a clock was set or this device slept.
 */
export function withSample(window: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  const longer = [...window, sample].slice(-WINDOW_SIZE)
  return estimateOf(longer, sample.receivedMs) === null ? [sample] : longer
}

/**
 * Calculates the estimate from a window: the middle of the range that all samples allow. `errorMs` also covers what
 * cannot be measured, such as a connection that is slower in one direction.
 * @param nowMs monotonic time of this device; the range of a sample grows with its age
 * @returns null without a sample, or if the samples contradict each other
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
