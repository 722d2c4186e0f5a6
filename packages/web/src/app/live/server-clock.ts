import {
  type ClockEstimate,
  type ClockProbe,
  type ClockSample,
  estimateOf,
  sampleOf,
  withSample,
} from './clock-estimate.ts'

/** The server's time as this device knows it. It never asks the own wall clock, which may be set to anything. */
export type ServerClock = {
  /** Server epoch milliseconds now; null until the first probe came back. */
  now(): number | null
  /** Within how many ± milliseconds `now` is true; null until then. */
  errorMs(): number | null
  learn(probe: ClockProbe): void
}

/** @param monotonicMs a clock that only moves forward, such as `performance.now` */
export function createServerClock(monotonicMs: () => number): ServerClock {
  let window: readonly ClockSample[] = []
  const estimate = (): ClockEstimate | null => estimateOf(window, monotonicMs())
  return {
    now() {
      const known = estimate()
      return known === null ? null : monotonicMs() + known.offsetMs
    },
    errorMs: () => estimate()?.errorMs ?? null,
    learn(probe) {
      const sample = sampleOf(probe)
      if (sample !== null) window = withSample(window, sample)
    },
  }
}
