export type Chore = { everyMs: number; run(): Promise<void> }

/**
 * Runs chores again and again until it is stopped. A chore never overlaps itself; one that fails is told and tried
 * again the next time.
 *
 * @returns stops all chores and waits for those that run
 */
export function startTicker(
  chores: readonly Chore[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const running = new Map<Chore, Promise<void>>()
  const timers = chores.map((chore) =>
    setInterval(() => {
      if (running.has(chore)) return
      const run = chore
        .run()
        .catch(onError)
        .finally(() => running.delete(chore))
      running.set(chore, run)
    }, chore.everyMs),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running.values())
  }
}
