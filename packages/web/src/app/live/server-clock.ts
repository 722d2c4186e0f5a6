import {
  type ClockEstimate,
  type ClockProbe,
  EMPTY_WINDOW,
  estimateOf,
  WINDOW_SIZE,
  withProbe,
} from './clock-estimate.ts'

/**
 * The server's time, as estimated on this device. The estimate does not use the date and time of the device, because
 * they may be wrong.
 */
export type ServerClock = {
  /** Returns the server time in epoch milliseconds. Null before the first answer. */
  now(): number | null
  /** Returns the largest error of `now` in ± milliseconds. Null before the first answer. */
  errorMs(): number | null
  addProbe(probe: ClockProbe): void
  /**
   * Whether the window has room for more measurements: in the first minute, and after the device slept or a clock was
   * set. The drift of the clocks is not known well then.
   */
  needsProbes(): boolean
}

/**
 * If the difference between the date and the monotonic time changes by more than this many milliseconds, one of them
 * has jumped.
 */
const JUMP_MS = 500

type DeviceClocks = {
  /** Returns a time that only increases, such as `performance.now`. */
  monotonicMs(): number
  /** Returns the date and time of this device in epoch milliseconds. They may be wrong. */
  dateMs(): number
  /**
   * Is called when one of the clocks has jumped, after a sleep or because the date was set. The server's time must
   * then be measured again.
   */
  jumped(): void
}

/**
 * Creates the clock. In some browsers the monotonic time stops while the device sleeps, and then the earlier
 * measurements are wrong. The clock detects such a stop by a jump of the date.
 */
export function createServerClock({ monotonicMs, dateMs, jumped }: DeviceClocks): ServerClock {
  let window = EMPTY_WINDOW
  let dateAheadMs = dateMs() - monotonicMs()
  function estimate(): ClockEstimate | null {
    const aheadMs = dateMs() - monotonicMs()
    const hasJumped = Math.abs(aheadMs - dateAheadMs) > JUMP_MS
    dateAheadMs = aheadMs
    if (hasJumped) {
      window = EMPTY_WINDOW
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
    addProbe(probe) {
      window = withProbe(window, probe)
    },
    needsProbes: () => window.probes.length < WINDOW_SIZE,
  }
}
