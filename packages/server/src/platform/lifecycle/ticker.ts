/** Work that runs again and again. `everyMs` is the time between two starts. */
export type ScheduledJob = { everyMs: number; run(): Promise<void> }

/**
 * Runs jobs until it is stopped. A job is not started while its last run is still going on, and a failed job
 * runs again the next time.
 * @param pace divides the time between two runs, for tests with an accelerated clock
 * @returns stops all jobs and waits for running ones
 */
export function startTicker(
  jobs: readonly ScheduledJob[],
  pace: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const running = new Map<ScheduledJob, Promise<void>>()
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (running.has(job)) return
      const run = job
        .run()
        .catch(onError)
        .finally(() => running.delete(job))
      running.set(job, run)
    }, job.everyMs / pace),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running.values())
  }
}
