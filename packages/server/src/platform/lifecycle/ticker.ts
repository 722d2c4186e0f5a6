export type Chore = { everyMs: number; run(): Promise<void> }

/**
 * Runs chores again and again until it is stopped. A chore never overlaps itself; one that fails is told and tried
 * again the next time.
 *
 * @param pace how many times as often they come as they say
 * @returns stops all chores and waits for those that run
 */
export function startTicker(
  chores: readonly Chore[],
  pace: number,
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
    }, chore.everyMs / pace),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running.values())
  }
}
