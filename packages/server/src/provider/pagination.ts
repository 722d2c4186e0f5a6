import type { Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { Page } from './wire.ts'

/**
 * Returns the offset of the next page, or null at the end of the list. At the end, `total` entries were read, and the
 * page names no next page or is empty. Without a `total`, the page that names no next page is the last one.
 * @param offset of this page
 * @param listedTotal the number of entries according to another answer of the provider
 * @returns the refusal `unclear` if a page is empty or names no next page although entries are missing, or if an
 * empty first page has no `total` (L10)
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
