import type { Album } from '@jointly/music-library'
import { apiError, type HttpResponse, json } from '../http/response.ts'
import { type ApiRoute, appRoute, type Call } from './route.ts'
import { artistAlbumPages, firstPage, listPages, type Page, paged, parsePage } from './paging.ts'

/** Returns the id in the path of a call, or a refusal if it is invalid. */
const idOf = ({ params }: Call): string | HttpResponse => {
  const id = params['id'] ?? ''
  return /^[0-9A-Za-z]{22}$/.test(id) ? id : apiError(400, 'Invalid base62 id')
}
const notFound = apiError(404, 'Resource not found')

/** Creates a route that returns an entry by its id, or 404 if `find` returns undefined. */
const entryRoute = (path: string, find: (call: Call, id: string) => unknown): ApiRoute =>
  appRoute(`GET ${path}/:id`, (call) => {
    const id = idOf(call)
    if (typeof id !== 'string') return id
    const entry = find(call, id)
    return entry === undefined ? notFound : json(entry)
  })

function tracksOf({ collection, present }: Call, album: Album, page: Page) {
  const tracks = album.trackIds
    .map((trackId) => collection.track(trackId))
    .filter((track) => track !== undefined)
  return paged(tracks, page, `${present.apiUrl}/albums/${album.id}/tracks`, present.simpleTrack)
}

/** Returns a page of an artist's albums, the newest first, or a refusal. */
function artistAlbums(call: Call): HttpResponse {
  const { collection, present, query } = call
  const id = idOf(call)
  if (typeof id !== 'string') return id
  if (collection.artist(id) === undefined) return notFound
  const page = parsePage(query, artistAlbumPages)
  if ('status' in page) return page
  const url = new URL(`${present.apiUrl}/artists/${id}/albums`)
  const groups = query.get('include_groups')
  if (groups !== null) url.searchParams.set('include_groups', groups)
  const albums = [...collection.catalogue().albums.values()]
    .filter(({ artistIds }) => artistIds.includes(id))
    .sort((one, other) => other.releaseDate.localeCompare(one.releaseDate))
    .map(present.simpleAlbum)
    .filter((album) => groups === null || groups.split(',').includes(album.album_type))
  return json(paged(albums, page, url.href, (album) => album))
}

/** Routes for tracks, artists and albums by id. They also accept the app's own token. */
export const catalogueRoutes: readonly ApiRoute[] = [
  entryRoute('/tracks', ({ collection, present }, id) => {
    const track = collection.track(id)
    return track && present.track(track)
  }),
  entryRoute('/artists', ({ collection, present }, id) => {
    const artist = collection.artist(id)
    return artist && present.artist(artist)
  }),
  appRoute('GET /artists/:id/albums', artistAlbums),
  entryRoute('/albums', (call, id) => {
    const album = call.collection.album(id)
    if (album === undefined) return undefined
    return {
      ...call.present.simpleAlbum(album),
      tracks: tracksOf(call, album, firstPage),
      copyrights: album.copyrights,
      external_ids: album.upc === '' ? {} : { upc: album.upc },
      genres: [],
    }
  }),
  appRoute('GET /albums/:id/tracks', (call) => {
    const id = idOf(call)
    if (typeof id !== 'string') return id
    const album = call.collection.album(id)
    if (album === undefined) return notFound
    const page = parsePage(call.query, listPages)
    return 'status' in page ? page : json(tracksOf(call, album, page))
  }),
]
