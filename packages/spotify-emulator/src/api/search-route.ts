import { type Answer, apiError, json } from '../http/answer.ts'
import type { ApiRoute, Call } from './call.ts'
import { listed, type ListOf } from './odd-entries.ts'
import { type Page, paged, readPage, searchPages } from './paging.ts'

const searchTypes = ['track', 'artist', 'album', 'playlist', 'show', 'episode', 'audiobook'] as const
type SearchType = (typeof searchTypes)[number]

/** As the real service has it; longer texts would also cost more than they find (B7). */
const mostCharacters = 250

const isSearchType = (type: string): type is SearchType => searchTypes.some((known) => known === type)

/** What a search of one type finds, in the wire's form page by page. There are no shows and no audiobooks here. */
function found(call: Call, type: SearchType, text: string, page: Page) {
  const { present, faults } = call
  const index = call.search()
  const url = new URL(`${present.apiUrl}/search`)
  url.searchParams.set('q', text)
  url.searchParams.set('type', type)
  const where = { page, href: url.href }
  const list = <T>(of: ListOf, all: readonly T[], wire: (entry: T) => unknown) =>
    listed({ ...where, of, all, present: wire }, faults.oddEntries, present.baseUrl)
  switch (type) {
    case 'track':
      return list('track', index.tracks(text), present.track)
    case 'artist':
      return list('artist', index.artists(text), present.artist)
    case 'album':
      return list('album', index.albums(text), present.simpleAlbum)
    case 'playlist':
      return list('playlist', index.playlists(text), (found) =>
        present.playlist(call.collection.seen(found, call.person)),
      )
    case 'show':
    case 'episode':
    case 'audiobook':
      return paged([], page, url.href, (entry) => entry)
  }
}

function search(call: Call): Answer {
  const text = (call.query.get('q') ?? '').trim()
  if (text === '') return apiError(400, 'No search query')
  if (text.length > mostCharacters)
    return apiError(400, `Query exceeds maximum length of ${mostCharacters} characters`)
  const types = (call.query.get('type') ?? '').split(',').filter(Boolean)
  if (types.length === 0) return apiError(400, 'Missing parameter type')
  // Each is a search of its own, so none comes a hundred times.
  const known = types.filter(isSearchType)
  if (known.length < types.length || types.length > searchTypes.length)
    return apiError(400, 'Bad search type field')
  const page = readPage(call.query, searchPages)
  if ('status' in page) return page
  return json(Object.fromEntries(known.map((type) => [`${type}s`, found(call, type, text, page)])))
}

/** The search; open to the app's own token as well. */
export const searchRoute: ApiRoute = {
  method: 'GET',
  path: '/search',
  scopes: [],
  user: false,
  handle: search,
}
