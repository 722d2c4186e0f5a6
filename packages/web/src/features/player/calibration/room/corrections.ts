import type { Arrival } from './find-arrivals.ts'

/** A device that takes part, and the correction that it uses now, in milliseconds. */
export type Measured = { readonly device: number; readonly correctionMs: number }

/** The correction that a device should use. Its error is at most ± `withinMs`. */
export type Suggestion = {
  readonly device: number
  readonly correctionMs: number
  readonly withinMs: number
  /** Whether this is the device with which the others were compared. It keeps its correction. */
  readonly isReference: boolean
}

/** The largest correction that a person can set (Y1). */
const LARGEST_MS = 500

/**
 * Calculates the corrections after a measurement (Y7). The chirps were played without corrections. All devices are
 * heard with the delay of the same microphone, so only the differences between them are known. The device that is
 * heard first is the reference and keeps its correction.
 * @returns no suggestion for a device whose delay is too large to be corrected; an empty list for fewer than two
 * devices
 */
export function suggestionsOf(arrivals: readonly Arrival[], devices: readonly Measured[]): Suggestion[] {
  const [first] = arrivals.toSorted((a, b) => a.lateMs - b.lateMs)
  if (!first || arrivals.length < 2) return []
  const keptMs = devices.find(({ device }) => device === first.device)?.correctionMs ?? 0
  return arrivals
    .map((arrival) => ({
      device: arrival.device,
      correctionMs: Math.round(keptMs + arrival.lateMs - first.lateMs),
      withinMs: Math.ceil(arrival.withinMs + (arrival === first ? 0 : first.withinMs)),
      isReference: arrival === first,
    }))
    .filter(({ correctionMs }) => Math.abs(correctionMs) <= LARGEST_MS)
}
