import { LARGEST_CORRECTION_MS } from '@jointly/contract'
import type { Arrival } from './find-arrivals.ts'

/** A device of the measurement: its number in the schedule, and its current correction in milliseconds. */
export type MeasuredDevice = { readonly device: number; readonly correctionMs: number }

/** The correction that a device should use. Its error is at most ± `withinMs` milliseconds. */
export type Suggestion = {
  readonly device: number
  readonly correctionMs: number
  readonly withinMs: number
  /** Whether the other devices are compared with this device, which keeps its correction. */
  readonly isReference: boolean
}

/**
 * Calculates the corrections after a measurement (Y7). The chirps were played without corrections. The unknown delay
 * of the microphone is the same for all devices, so only the differences between the devices are known. The device
 * whose sound arrives first is the reference and keeps its correction.
 * @returns no suggestion for a device that moved; an empty list for fewer than two devices. Devices cannot use a
 * suggestion that `isTooLarge`
 */
export function suggestionsOf(
  arrivals: readonly Arrival[],
  devices: readonly MeasuredDevice[],
): Suggestion[] {
  const steady = arrivals.filter(({ hasMoved }) => !hasMoved)
  const [first] = steady.toSorted((a, b) => a.lateMs - b.lateMs)
  if (!first || steady.length < 2) return []
  const referenceMs = devices.find(({ device }) => device === first.device)?.correctionMs ?? 0
  return steady.map((arrival) => ({
    device: arrival.device,
    correctionMs: Math.round(referenceMs + arrival.lateMs - first.lateMs),
    withinMs: Math.ceil(arrival.withinMs + (arrival === first ? 0 : first.withinMs)),
    isReference: arrival === first,
  }))
}

/** Whether the correction is larger than allowed, because the device is too late (Y1). */
export const isTooLarge = ({ correctionMs }: Suggestion): boolean => correctionMs > LARGEST_CORRECTION_MS
