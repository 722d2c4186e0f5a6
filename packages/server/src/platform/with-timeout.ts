/**
 * Returns the result of `work`, or the result of `onTimeout` after the time limit. The work is not cancelled.
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
