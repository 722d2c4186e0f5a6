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

/** If date and monotonic time differ by this many milliseconds more than before, one of them has jumped. */
const JUMP_MS = 500

type DeviceClocks = {
  /** Returns a time that only increases, such as `performance.now`. */
  monotonicMs(): number
  /** Returns the date and time of this device. It may be wrong. */
  dateMs(): number
  /** Is called when the device slept or its date was set, so that the time of the server must be measured again. */
  jumped(): void
}

/**
 * Creates the clock. In some browsers the monotonic time stops while the device sleeps, so what was measured before is
 * wrong afterwards. Only the date shows that.
 */
export function createServerClock({ monotonicMs, dateMs, jumped }: DeviceClocks): ServerClock {
  let window: readonly ClockSample[] = []
  let dateAheadMs = dateMs() - monotonicMs()
  function estimate(): ClockEstimate | null {
    const aheadMs = dateMs() - monotonicMs()
    const hasJumped = Math.abs(aheadMs - dateAheadMs) > JUMP_MS
    dateAheadMs = aheadMs
    if (hasJumped) {
      window = []
      jumped()
    }
    return estimateOf(window, monotonicMs())
  }
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
