import type { Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { Page } from './wire.ts'

/**
 * Returns the offset of the next page. With a total, the list ends only after that many entries.
 * @param offset of this page
 * @returns null at the end of the list; a refusal if the page contradicts its total (L10)
 */
export function nextOffset({ items, next, total }: Page, offset: number): number | null | Refused {
  const end = offset + items.length
  const isAll = total === null || total === undefined ? !next : end >= total
  if (isAll && (!next || items.length === 0)) return null
  return next && items.length > 0 ? end : refuseFor('unclear')
}

/** Returns whether a page with entries says that it is the last page although the total is not reached. */
export function claimsToBeLast({ items, next }: Page): boolean {
  return !next && items.length > 0
}
