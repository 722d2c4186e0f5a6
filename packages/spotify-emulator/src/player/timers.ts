export type Timers = ReturnType<typeof createTimers>

/** Timers that do not keep the process alive and can be cleared together. */
export function createTimers() {
  const timers = new Set<NodeJS.Timeout>()
  return {
    /** Runs `work` after `delayMs`, or at once when that is 0. */
    after(delayMs: number, work: () => void): void {
      if (delayMs === 0) return work()
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, delayMs)
      timer.unref()
      timers.add(timer)
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
