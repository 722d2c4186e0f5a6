import type { Refusal } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { Page } from './wire.ts'

/**
 * Returns the offset of the next page, or null if this page is the last one. On the last page, `next` is missing and
 * `total` entries have been read. An empty page after `total` entries is also the last one.
 * @param page if it has no `total`, a missing `next` means the last page
 * @param offset the offset of this page
 * @param listedTotal the number of entries according to the list of playlists
 * @returns the refusal `unclear` if the page contradicts `total`, or if an empty first page has no `total` (L10)
 */
export function nextOffset(
  { items, next, total }: Page,
  offset: number,
  listedTotal = 0,
): number | null | Refusal {
  const end = offset + items.length
  if (items.length === 0 && offset < listedTotal) return refuseFor('unclear')
  const isAll = total === null || total === undefined ? !next && end > 0 : end >= total
  if (isAll && (!next || items.length === 0)) return null
  return next && items.length > 0 ? end : refuseFor('unclear')
}

/** Returns whether a page has no `next`, but entries or a `total` of 0. It then claims to be the last page. */
export function claimsToBeLast({ items, next, total }: Page): boolean {
  return !next && (items.length > 0 || total === 0)
}
