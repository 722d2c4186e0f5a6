import { after } from '../../../shared/browser/timers.ts'

/** Runs functions later. Its clock never goes back. Tests pass a scheduler whose clock they control. */
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

/** A timer for one function. A second `start` replaces the function that has not run yet. */
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
