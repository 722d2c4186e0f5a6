import { type HttpResponse, apiError, json } from '../http/response.ts'
import { type ApiRoute, appRoute, type Call } from './route.ts'
import { listPage, type ListOf } from './odd-entries.ts'
import { type Page, paged, parsePage, searchPages } from './paging.ts'

const searchTypes = ['track', 'artist', 'album', 'playlist', 'show', 'episode', 'audiobook'] as const
type SearchType = (typeof searchTypes)[number]

/** The longest search text, as at the real service. The limit keeps a search cheap (B7). */
const maxCharacters = 250

const isSearchType = (type: string): type is SearchType => searchTypes.some((known) => known === type)

/**
 * Searches one type and returns one page of results. Shows, episodes and audiobooks have no results, because the
 * provider has none.
 */
function searchType(call: Call, type: SearchType, text: string, page: Page) {
  const { present, faults } = call
  const index = call.search()
  const url = new URL(`${present.apiUrl}/search`)
  url.searchParams.set('q', text)
  url.searchParams.set('type', type)
  const where = { page, href: url.href }
  const list = <T>(of: ListOf, all: readonly T[], wire: (entry: T) => unknown) =>
    listPage({ ...where, of, all, present: wire }, faults.oddEntries, present.baseUrl)
  switch (type) {
    case 'track':
      return list('track', index.tracks(text), present.track)
    case 'artist':
      return list('artist', index.artists(text), present.artist)
    case 'album':
      return list('album', index.albums(text), present.simpleAlbum)
    case 'playlist':
      return list('playlist', index.playlists(text), (list) =>
        present.playlist({ ...call.collection.viewOf(list, call.person), total: list.items.length }),
      )
    case 'show':
    case 'episode':
    case 'audiobook':
      return paged([], page, url.href, (entry) => entry)
  }
}

function search(call: Call): HttpResponse {
  const text = (call.query.get('q') ?? '').trim()
  if (text === '') return apiError(400, 'No search query')
  if (text.length > maxCharacters)
    return apiError(400, `Query exceeds maximum length of ${maxCharacters} characters`)
  const types = (call.query.get('type') ?? '').split(',').filter(Boolean)
  if (types.length === 0) return apiError(400, 'Missing parameter type')
  // The number of types is limited, because each type needs a separate search.
  if (!types.every(isSearchType) || types.length > searchTypes.length)
    return apiError(400, 'Bad search type field')
  const page = parsePage(call.query, searchPages)
  if ('status' in page) return page
  const distinct = [...new Set(types)]
  return json(Object.fromEntries(distinct.map((type) => [`${type}s`, searchType(call, type, text, page)])))
}

export const searchRoute: ApiRoute = appRoute('GET /search', search)
