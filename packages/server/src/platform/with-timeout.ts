/**
 * Waits for `work` until a time limit. Work that takes longer is not cancelled.
 * @param onTimeout is called if the work takes longer, and returns the result instead
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
