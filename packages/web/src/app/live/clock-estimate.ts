/**
 * One measurement of the server's time. `sentMs` and `receivedMs` are monotonic times of this device,
 * `serverMs` is server epoch time.
 */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/**
 * The result of one measurement: the difference between server epoch time and monotonic time is between the
 * two bounds. The lower bound assumes that the answer took no time, the upper bound assumes that the question
 * took none.
 */
export type ClockSample = {
  readonly lowestMs: number
  readonly highestMs: number
  readonly receivedMs: number
}

/** The server's time is monotonic time + `offsetMs`. The error is at most `errorMs` in either direction. */
export type ClockEstimate = { readonly offsetMs: number; readonly errorMs: number }

/** The number of samples in a window. They come from thirty pairs of measurements. */
export const WINDOW_SIZE = 60

/** The largest difference in speed of two clocks: 50 microseconds per second. */
const DRIFT = 50e-6

/** The largest rounding error, because the server sends whole milliseconds. */
const TRUNCATION_MS = 1

/**
 * Converts a measurement to a sample. Null if it is impossible, because the answer is older than its
 * question.
 */
export function sampleOf({ sentMs, receivedMs, serverMs }: ClockProbe): ClockSample | null {
  if (!(receivedMs >= sentMs)) return null
  return { lowestMs: serverMs - receivedMs, highestMs: serverMs + TRUNCATION_MS - sentMs, receivedMs }
}

/**
 * Adds a sample to a window. If the sample contradicts the others, a clock was set or this device slept. Then
 * the window starts again with that sample only.
 */
export function withSample(window: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  const longer = [...window, sample].slice(-WINDOW_SIZE)
  return estimateOf(longer, sample.receivedMs) === null ? [sample] : longer
}

/**
 * Calculates the best estimate of a window: the middle of the range that all its samples allow. So the
 * fastest question and the fastest answer count, even if they come from different measurements. The range of
 * a sample grows with its age. `errorMs` includes unknown errors, such as a path that is slower in one
 * direction.
 *
 * @param nowMs monotonic time of this device
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
