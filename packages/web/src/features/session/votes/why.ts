import type { Why } from '@jointly/contract'

const MINUTE_MS = 60_000

/** When a song is likely to play, as people say it (V8). */
export type When =
  | { readonly key: 'next' | 'soon' | 'unknown' }
  | { readonly key: 'minutes'; readonly minutes: number }

/**
 * @param playsAt the estimate, in server epoch milliseconds; null when it will not play as things stand
 * @param now server epoch milliseconds; null while unknown
 * @param isFirst whether it stands at the head of the list
 */
export function whenOf(playsAt: number | null, now: number | null, isFirst: boolean): When {
  if (playsAt === null || now === null) return { key: 'unknown' }
  if (isFirst) return { key: 'next' }
  const minutes = Math.round((playsAt - now) / MINUTE_MS)
  return minutes < 1 ? { key: 'soon' } : { key: 'minutes', minutes }
}

/** How near a song is to the bound of its waiting (V4); null while nobody went past it. */
export function overtakenOf({ overtaken, bound, rule }: Why): { overtaken: number; bound: number } | null {
  if (overtaken === 0 || rule === 'overdue') return null
  return { overtaken, bound }
}

/** What refuses a song, by the name people know it by. */
export function refusedByName(why: Why): string {
  return why.refusedBy?.name ?? why.refusedBy?.title ?? ''
}
