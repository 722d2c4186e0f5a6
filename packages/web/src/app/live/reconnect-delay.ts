import { backoffDelayMs } from '@jointly/domain'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

/**
 * Returns the wait before the next attempt to connect, in milliseconds. Its limit doubles with each failure, up to 30
 * s. The wait is a random part of the limit, at least half of it, so that the clients of a restarted server do not
 * all connect at once.
 * @param failures how many attempts in a row failed, at least 1
 * @param random a number from 0 to 1
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const longestMs = backoffDelayMs(FIRST_DELAY_MS, LONGEST_DELAY_MS, failures)
  return Math.round(longestMs * (0.5 + random / 2))
}
