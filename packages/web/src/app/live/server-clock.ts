import {
  type ClockEstimate,
  type ClockProbe,
  type ClockSample,
  estimateOf,
  sampleOf,
  withSample,
} from './clock-estimate.ts'

/**
 * The server's time, estimated on this device without the device's own date and time, because these may be
 * wrong.
 */
export type ServerClock = {
  /** Returns the server time in epoch milliseconds. Null before the first answer. */
  now(): number | null
  /** Returns the largest error of `now` in ± milliseconds. Null before the first answer. */
  errorMs(): number | null
  learn(probe: ClockProbe): void
}

/**
 * Creates the clock.
 * @param monotonicMs returns a time that only increases, such as `performance.now`
 */
export function createServerClock(monotonicMs: () => number): ServerClock {
  let window: readonly ClockSample[] = []
  const estimate = (): ClockEstimate | null => estimateOf(window, monotonicMs())
  return {
    now() {
      const current = estimate()
      return current === null ? null : monotonicMs() + current.offsetMs
    },
    errorMs: () => estimate()?.errorMs ?? null,
    learn(probe) {
      const sample = sampleOf(probe)
      if (sample !== null) window = withSample(window, sample)
    },
  }
}
