import type { Why } from '@jointly/contract'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
/** From here on it is told in hours, in minutes. */
const IN_HOURS_FROM = 100
/** A song that was overtaken less than this part of its bound is far from it. */
const WORTH_TELLING = 0.1

/** When a song is likely to play, as people say it (V8). */
export type When =
  | { readonly key: 'next' | 'soon' | 'unknown' }
  | { readonly key: 'minutes' | 'hours'; readonly count: number }

/**
 * @param playsAt the estimate, in server epoch milliseconds; null when it will not play as things stand
 * @param now server epoch milliseconds; null while unknown
 * @param isFirst whether it stands at the head of the list
 */
export function whenOf(playsAt: number | null, now: number | null, isFirst: boolean): When {
  if (playsAt === null || now === null) return { key: 'unknown' }
  if (isFirst) return { key: 'next' }
  const minutes = Math.round((playsAt - now) / MINUTE_MS)
  if (minutes < 1) return { key: 'soon' }
  if (minutes < IN_HOURS_FROM) return { key: 'minutes', count: minutes }
  return { key: 'hours', count: Math.round(minutes / HOUR_MINUTES) }
}

/** How near a song is to the bound of its waiting (V4); null while next to nobody went past it. */
export function overtakenOf({ overtaken, bound, rule }: Why): { overtaken: number; bound: number } | null {
  if (overtaken === 0 || overtaken < bound * WORTH_TELLING || rule === 'overdue') return null
  return { overtaken, bound }
}

/** What refuses a song, by the name people know it by. */
export function refusedByName(why: Why): string {
  return why.refusedBy?.name ?? why.refusedBy?.title ?? ''
}
