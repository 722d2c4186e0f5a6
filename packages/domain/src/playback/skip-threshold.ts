/** The default skip threshold, in percent of the listeners (K2). */
export const DEFAULT_SKIP_PERCENT = 35

/**
 * If at least `GROUP_SIZE` people are here, at least `MIN_GROUP_WISHES` listeners must want to skip (K2). If there is
 * only one listener, this listener is enough.
 */
const GROUP_SIZE = 3
const MIN_GROUP_WISHES = 2

/** How many people are in a session, and how many of them count for skipping (K1). */
export interface SkipGroup {
  /** The number of people who are here now (S4). */
  readonly activeCount: number
  /** The number of these people who play sound or want to skip. */
  readonly listenerCount: number
}

/** A group of people, with the number of listeners who want to skip. */
export interface SkipWishes extends SkipGroup {
  readonly wishCount: number
}

/**
 * Returns a person's wish to skip after a call (K1). A call without a wish reverses the wish, and a wish for a
 * song that does not play now is ignored.
 * @param current whether the person wants to skip before the call
 * @param requested the wish and its song; null for a call without a wish
 * @param playingSongId the song that plays; null when nothing plays
 */
export function skipWishAfter(
  current: boolean,
  requested: { readonly wish: boolean; readonly songId: string } | null,
  playingSongId: string | null,
): boolean {
  if (playingSongId === null) return false
  if (requested === null) return !current
  return requested.songId === playingSongId ? requested.wish : current
}

/** Returns the percentage of listeners who want to skip, from 0 to 100, rounded down (K1). */
export function skipsPercent({ listenerCount, wishCount }: Omit<SkipWishes, 'activeCount'>): number {
  if (listenerCount <= 0) return 0
  return Math.min(100, Math.floor((wishCount * 100) / listenerCount))
}

/**
 * Returns whether the song is skipped (K2).
 * @param thresholdPercent 1 to 100
 */
export function isSkipped(wishes: SkipWishes, thresholdPercent: number): boolean {
  return wishes.listenerCount > 0 && wishes.wishCount >= wishesNeeded(wishes, thresholdPercent)
}

/** Returns how many listeners must want to skip (K2): at least one, and never more than there are. */
function wishesNeeded({ activeCount, listenerCount }: SkipGroup, thresholdPercent: number): number {
  const least = activeCount >= GROUP_SIZE ? MIN_GROUP_WISHES : 1
  const needed = Math.max(least, Math.ceil((thresholdPercent * listenerCount) / 100))
  return Math.max(1, Math.min(listenerCount, needed))
}

/** The wishes to skip, as the screen shows them. */
export interface SkipProgress {
  readonly wishCount: number
  readonly neededCount: number
  /** How full the bar on the skip button is: the wishes in percent of the needed wishes, at most 100. */
  readonly percent: number
}

/**
 * Returns how many listeners want to skip, and how many must want that (K2). With more than a hundred listeners
 * the number of wishes is not exact, because it is computed from a whole percentage.
 * @param skips how many of 100 listeners want to skip, rounded down (the field `skips` of a session)
 * @param thresholdPercent how many of 100 listeners must want to skip in a large group: 1 to 100
 */
export function skipProgress(skips: number, group: SkipGroup, thresholdPercent: number): SkipProgress {
  const wishCount = Math.ceil((skips * group.listenerCount) / 100)
  const neededCount = wishesNeeded(group, thresholdPercent)
  return { wishCount, neededCount, percent: Math.min(100, Math.floor((wishCount * 100) / neededCount)) }
}
