/**
 * Returns a delay that doubles with every failure in a row, in milliseconds, but is at most `mostMs`.
 * @param attempt 1 after the first failure
 */
export function backoffDelayMs(firstMs: number, mostMs: number, attempt: number): number {
  return Math.min(mostMs, firstMs * 2 ** (Math.max(1, attempt) - 1))
}
