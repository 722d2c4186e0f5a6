/** Work that runs periodically. `everyMs` is the time between two starts in milliseconds. */
export type ScheduledJob = { everyMs: number; run(): Promise<void> }

/**
 * Runs jobs periodically. A run is left out while the previous run of the same job is still going on. After an error,
 * the job runs again as usual.
 * @param pace how many times faster the jobs repeat; 1 is normal, tests with an accelerated clock use more
 * @returns a function that stops all jobs and waits for running ones
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
