import type { Why } from '@jointly/contract'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
/** From this number of minutes on, the time is shown in hours. */
const HOURS_FROM_MINUTES = 100
/** How often a song must be overtaken before the count is shown, as a share of the bound. */
const MIN_SHOWN_SHARE = 0.1

/** The expected time of a song as the screen shows it (V8). */
export type TimeToPlay =
  | { readonly key: 'next' | 'soon' | 'unknown' }
  | { readonly key: 'minutes' | 'hours'; readonly count: number }

/**
 * Converts an estimate to the time that is shown.
 *
 * @param playsAt the estimate, in server epoch milliseconds; null if the song will not play
 * @param now server epoch milliseconds; null while unknown
 * @param isFirst whether the song plays next
 */
export function timeToPlay(playsAt: number | null, now: number | null, isFirst: boolean): TimeToPlay {
  if (playsAt === null || now === null) return { key: 'unknown' }
  if (isFirst) return { key: 'next' }
  const minutes = Math.round((playsAt - now) / MINUTE_MS)
  if (minutes < 1) return { key: 'soon' }
  if (minutes < HOURS_FROM_MINUTES) return { key: 'minutes', count: minutes }
  return { key: 'hours', count: Math.round(minutes / HOUR_MINUTES) }
}

/** How often a song was overtaken, and how often it can be at most (V4). Null while the count is small. */
export function overtakenHint({ overtaken, bound, rule }: Why): { overtaken: number; bound: number } | null {
  if (overtaken === 0 || overtaken < bound * MIN_SHOWN_SHARE || rule === 'overdue') return null
  return { overtaken, bound }
}

/** The name of the artist, song or playlist for which the flavor refuses a song. */
export function refusedByName(why: Why): string {
  return why.refusedBy?.name ?? why.refusedBy?.title ?? ''
}
