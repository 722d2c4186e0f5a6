const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * How long to wait before connecting again: doubled with every failure up to 30 s, and spread over its upper half,
 * so that a restarted server is not met by everyone at once.
 *
 * @param failures how many attempts failed in a row, counted from 1
 * @param chance 0 to 1
 */
export function reconnectDelayMs(failures: number, chance: number): number {
  const longestMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16))
  return Math.round(longestMs * (0.5 + chance / 2))
}
