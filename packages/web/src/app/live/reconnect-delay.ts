const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

/**
 * Calculates how long to wait before the next attempt. The limit doubles with each failure, up to 30 s. The wait is a
 * random time between half the limit and the limit, so that the clients of a restarted server do not connect all at
 * once.
 * @param failures how many attempts in a row failed, at least 1
 * @param random 0 to 1
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 16))
  return Math.round(longestMs * (0.5 + random / 2))
}
