import type { Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { Page } from './wire.ts'

/**
 * Where the page after this one begins. A list is complete only when its total has been read; a page that says otherwise
 * contradicts itself, and nothing is concluded from it (L10).
 *
 * @param offset where this page begins
 * @returns null at the end
 */
export function nextOffset({ items, next, total }: Page, offset: number): number | null | Refused {
  const end = offset + items.length
  const isAll = total === null || total === undefined ? !next : end >= total
  if (isAll && (!next || items.length === 0)) return null
  return next && items.length > 0 ? end : refuseFor('unclear')
}

/** Whether a page is the last by its own word, although the total is not reached. An empty one says nothing. */
export function endsShort({ items, next }: Page): boolean {
  return !next && items.length > 0
}
