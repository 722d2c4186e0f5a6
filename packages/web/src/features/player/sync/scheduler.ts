/** Runs work later, by a clock that only moves forward. Tests pass one that they move themselves. */
export type Scheduler = {
  /** Own monotonic time in milliseconds. */
  nowMs(): number
  /** Runs once after a delay. @returns cancels the run */
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

/** One pending run at most: a new start replaces the pending one. */
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
