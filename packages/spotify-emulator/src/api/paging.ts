import { type HttpResponse, apiError } from '../http/response.ts'

export type Page = {
  readonly limit: number
  readonly offset: number
  /** The largest offset that a call may ask for. */
  readonly maxOffset: number
}

export type PageRules = {
  readonly defaultLimit: number
  readonly maxLimit: number
  readonly maxOffset: number
}

/** The limits of all lists except search results. */
export const listPages: PageRules = { defaultLimit: 20, maxLimit: 50, maxOffset: 100_000 }
/** The first page of a list inside another object, such as the songs in an album. */
export const firstPage: Page = { limit: 50, offset: 0, maxOffset: listPages.maxOffset }
/** The limits of the albums of an artist (docs/spotify.md 2.6). */
export const artistAlbumPages: PageRules = { defaultLimit: 5, maxLimit: 10, maxOffset: 100_000 }
/** The limits of search results (docs/spotify.md 2.0). */
export const searchPages: PageRules = { defaultLimit: 5, maxLimit: 10, maxOffset: 1000 }

/** Reads `limit` and `offset`. Returns a 400 response if they are not whole numbers in the allowed range. */
export function parsePage(query: URLSearchParams, rules: PageRules): Page | HttpResponse {
  const limit = wholeNumber(query.get('limit'), rules.defaultLimit)
  const offset = wholeNumber(query.get('offset'), 0)
  if (limit === null || limit < 1 || limit > rules.maxLimit) return apiError(400, 'Invalid limit')
  if (offset === null || offset > rules.maxOffset) return apiError(400, 'Invalid offset')
  return { limit, offset, maxOffset: rules.maxOffset }
}

function wholeNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Creates the paging object for one page of `all`. `href` is the address of the request. */
export function paged<T, W>(all: readonly T[], page: Page, href: string, present: (entry: T) => W) {
  const { limit, offset, maxOffset } = page
  const nextOffset = offset + limit
  const at = (position: number): string => {
    const url = new URL(href)
    url.searchParams.set('offset', String(position))
    url.searchParams.set('limit', String(limit))
    return url.href
  }
  return {
    href: at(offset),
    items: all.slice(offset, nextOffset).map(present),
    limit,
    next: nextOffset < all.length && nextOffset <= maxOffset ? at(nextOffset) : null,
    offset,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    total: all.length,
  }
}
