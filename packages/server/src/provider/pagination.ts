import type { Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { Page } from './wire.ts'

/**
 * Returns the offset of the next page. With a total, the list ends only after that many entries. Without a total, it ends
 * at the page that names no next one, but an empty first page says nothing.
 * @param offset of this page
 * @param listedTotal the number of entries that another answer named for this list
 * @returns null at the end of the list; a refusal if the page contradicts its total, or is empty although entries are
 * listed there (L10)
 */
export function nextOffset(
  { items, next, total }: Page,
  offset: number,
  listedTotal = 0,
): number | null | Refused {
  const end = offset + items.length
  if (items.length === 0 && offset < listedTotal) return refuseFor('unclear')
  const isAll = total === null || total === undefined ? !next && end > 0 : end >= total
  if (isAll && (!next || items.length === 0)) return null
  return next && items.length > 0 ? end : refuseFor('unclear')
}

/**
 * Returns whether a page says clearly that it is the last page: it has entries or a total of 0, and names no next page.
 */
export function claimsToBeLast({ items, next, total }: Page): boolean {
  return !next && (items.length > 0 || total === 0)
}
