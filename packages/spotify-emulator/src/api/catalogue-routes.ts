import { apiError, json } from '../http/answer.ts'
import type { ApiRoute, Call } from './call.ts'
import { paged, readPage, searchPages } from './paging.ts'

const notFound = apiError(404, 'Resource not found')
const invalidId = apiError(400, 'Invalid base62 id')

const isId = (id: string | undefined): id is string => id !== undefined && /^[0-9A-Za-z]{22}$/.test(id)

const searchTypes = ['track', 'artist', 'album', 'playlist'] as const
type SearchType = (typeof searchTypes)[number]

const isSearchType = (type: string): type is SearchType => searchTypes.some((known) => known === type)

/** What a search of one type finds, already in the wire's form page by page. */
function found(call: Call, type: SearchType, text: string, page: { limit: number; offset: number }) {
  const { present } = call
  const index = call.search()
  const url = new URL(`${present.apiUrl}/search`)
  url.searchParams.set('q', text)
  url.searchParams.set('type', type)
  switch (type) {
    case 'track':
      return paged(index.tracks(text), page, url.href, present.track)
    case 'artist':
      return paged(index.artists(text), page, url.href, present.artist)
    case 'album':
      return paged(index.albums(text), page, url.href, present.simpleAlbum)
    case 'playlist':
      return paged(index.playlists(text), page, url.href, present.playlist)
  }
}

/** Search and single entries; open to the app's own token as well. */
export const catalogueRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/search',
    scopes: [],
    user: false,
    handle(call) {
      const text = (call.query.get('q') ?? '').trim()
      if (text === '') return apiError(400, 'No search query')
      const types = (call.query.get('type') ?? '').split(',').filter(Boolean)
      if (types.length === 0) return apiError(400, 'Missing parameter type')
      if (!types.every(isSearchType)) return apiError(400, 'Bad search type field')
      const page = readPage(call.query, searchPages)
      if ('status' in page) return page
      return json(Object.fromEntries(types.map((type) => [`${type}s`, found(call, type, text, page)])))
    },
  },
  {
    method: 'GET',
    path: '/tracks/:id',
    scopes: [],
    user: false,
    handle({ params, collection, present }) {
      if (!isId(params['id'])) return invalidId
      const served = collection.track(params['id'])
      return served === undefined ? notFound : json(present.track(served.track))
    },
  },
  {
    method: 'GET',
    path: '/artists/:id',
    scopes: [],
    user: false,
    handle({ params, collection, present }) {
      if (!isId(params['id'])) return invalidId
      const artist = collection.artist(params['id'])
      return artist === undefined ? notFound : json(present.artist(artist))
    },
  },
  {
    method: 'GET',
    path: '/albums/:id',
    scopes: [],
    user: false,
    handle({ params, collection, present }) {
      if (!isId(params['id'])) return invalidId
      const album = collection.album(params['id'])
      if (album === undefined) return notFound
      const tracks = album.trackIds
        .map((id) => collection.track(id)?.track)
        .filter((track) => track !== undefined)
      const page = { limit: 50, offset: 0 }
      const href = `${present.apiUrl}/albums/${album.id}/tracks`
      return json({ ...present.simpleAlbum(album), tracks: paged(tracks, page, href, present.simpleTrack) })
    },
  },
]
