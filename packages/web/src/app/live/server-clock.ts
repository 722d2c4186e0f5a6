import {
  type ClockEstimate,
  type ClockProbe,
  type ClockSample,
  estimateOf,
  sampleOf,
  withSample,
} from './clock-estimate.ts'

/** The server's time, estimated on this device. It does not use the device's wall clock, which may be wrong. */
export type ServerClock = {
  /** Returns the server time in epoch milliseconds. Null before the first answer. */
  now(): number | null
  /** The error of `now` is at most ± this many milliseconds; null before the first answer. */
  errorMs(): number | null
  learn(probe: ClockProbe): void
}

/** @param monotonicMs a clock that only moves forward, such as `performance.now` */
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
