import type { SongPlace } from '@jointly/contract'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
/** If the time is at least this number of minutes, the screen shows hours. */
const HOURS_FROM_MINUTES = 100
/** The number of overtakes is shown only if it is at least this fraction of the largest possible number. */
const MIN_SHOWN_SHARE = 0.1

/** The expected time of a song, as the screen shows it (V8). */
export type TimeToPlay =
  | { readonly key: 'next' | 'soon' | 'unknown' }
  | { readonly key: 'minutes' | 'hours'; readonly count: number }

/**
 * Converts an expected time to the form that the screen shows.
 * @param playsAt the expected time, in server epoch milliseconds; null if the song will not play
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

/**
 * Returns how often newer songs were chosen before this song, and how often this can happen at most (V4). Null if the
 * number is small. Also null for an overdue song, because its reason already explains this.
 */
export function overtakenHint({
  overtaken,
  bound,
  rule,
}: SongPlace): { overtaken: number; bound: number } | null {
  if (overtaken === 0 || overtaken < bound * MIN_SHOWN_SHARE || rule === 'overdue') return null
  return { overtaken, bound }
}

/**
 * Returns the name of the artist, song or playlist because of which the flavor refuses a song. Empty if there is no
 * name.
 */
export function refusedByName(why: SongPlace): string {
  return why.refusedBy?.name ?? why.refusedBy?.title ?? ''
}
