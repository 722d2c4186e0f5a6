/**
 * Waits for some work, but no longer than a time limit. When the time is over, the work itself goes on.
 * @param onTimeout returns the result if the work takes longer
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(onTimeout()), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
