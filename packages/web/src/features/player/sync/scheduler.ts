/** Runs functions later, by a clock that only moves forward. Tests use a scheduler whose clock they move. */
export type Scheduler = {
  /** Monotonic time of this device in milliseconds. */
  nowMs(): number
  /** Runs a function once after a delay. @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void
}

/** The scheduler of the browser. */
export const browserScheduler: Scheduler = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A timer with at most one waiting run. A new start replaces the waiting one. */
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
