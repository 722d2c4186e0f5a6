import { after } from '../../../shared/browser/timers.ts'

/** Runs functions later, by a clock that never goes back. Tests pass a clock that they move themselves. */
export type Scheduler = {
  /** Monotonic time of this device in milliseconds. */
  nowMs(): number
  /** Runs a function once after a delay. @returns a function that cancels the run */
  after(delayMs: number, run: () => void): () => void
}

export const browserScheduler: Scheduler = {
  nowMs: () => performance.now(),
  after,
}

/** A timer that waits for at most one run. A new start replaces the waiting run. */
export type Timer = {
  start(delayMs: number, run: () => void): void
  cancel(): void
}

export function createTimer({ after }: Pick<Scheduler, 'after'>): Timer {
  let cancel = () => {}
  return {
    start(delayMs, run) {
      cancel()
      cancel = after(delayMs, run)
    },
    cancel: () => cancel(),
  }
}
