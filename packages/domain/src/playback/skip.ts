/** The skip threshold of a session that has not set its own, in percent of the active listeners (K2). */
export const DEFAULT_SKIP_PERCENT = 35

/** With this many listeners, one person alone cannot skip (K2). */
const COMPANY = 3
const WISHES_IN_COMPANY = 2

/** What skipping depends on: how many active listeners there are, and how many of them wish it. */
export interface SkipWishes {
  readonly activeCount: number
  readonly wishCount: number
}

/**
 * What a person's skip wish is after a call (K1): a bare call toggles, one with a wish sets. A wish for a song that
 * does not play now is ignored.
 *
 * @param standing whether the person wished it before
 * @param asked the wish and the song it is for; null for a bare call
 * @param playingSongId the song that plays; null when none does
 */
export function wishAfter(
  standing: boolean,
  asked: { readonly wish: boolean; readonly songId: string } | null,
  playingSongId: string | null,
): boolean {
  if (playingSongId === null) return false
  if (asked === null) return !standing
  return asked.songId === playingSongId ? asked.wish : standing
}

/** The percent of active listeners who wish to skip, a whole number from 0 to 100, rounded down (K1). */
export function skipsPercent({ activeCount, wishCount }: SkipWishes): number {
  if (activeCount <= 0) return 0
  return Math.min(100, Math.floor((wishCount * 100) / activeCount))
}

/**
 * Whether the song is skipped (K2): the threshold is reached, and where three or more listen at least two wish it.
 *
 * @param thresholdPercent 1 to 100
 */
export function isSkipped(wishes: SkipWishes, thresholdPercent: number): boolean {
  const { activeCount, wishCount } = wishes
  return activeCount > 0 && wishCount >= wishesNeeded(activeCount, thresholdPercent)
}

/** How many wishes skip the song (K2): wishes are whole people. */
function wishesNeeded(activeCount: number, thresholdPercent: number): number {
  const least = activeCount >= COMPANY ? WISHES_IN_COMPANY : 1
  return Math.max(least, Math.ceil((thresholdPercent * activeCount) / 100))
}

/**
 * How full the skip bar stands, in percent of the wishes needed, capped at 100 (K2).
 *
 * @param skips the percent of listeners who wish it, rounded down
 * @param thresholdPercent 1 to 100
 */
export function skipBarPercent(skips: number, activeCount: number, thresholdPercent: number): number {
  const wishCount = Math.ceil((skips * activeCount) / 100)
  return Math.min(100, Math.floor((wishCount * 100) / wishesNeeded(activeCount, thresholdPercent)))
}
