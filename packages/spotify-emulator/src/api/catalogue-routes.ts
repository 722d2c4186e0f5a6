import { apiError, json } from '../http/response.ts'
import { type ApiRoute, appRoute, type Call } from './route.ts'
import { paged } from './paging.ts'

/** Creates a route that returns an entry by its id, or 404 if `find` returns undefined. */
const entryRoute = (path: string, find: (call: Call, id: string) => unknown): ApiRoute =>
  appRoute(`GET ${path}/:id`, (call) => {
    const id = call.params['id'] ?? ''
    if (!/^[0-9A-Za-z]{22}$/.test(id)) return apiError(400, 'Invalid base62 id')
    const entry = find(call, id)
    return entry === undefined ? apiError(404, 'Resource not found') : json(entry)
  })

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
  entryRoute('/albums', ({ collection, present }, id) => {
    const album = collection.album(id)
    if (album === undefined) return undefined
    const tracks = album.trackIds
      .map((trackId) => collection.track(trackId))
      .filter((track) => track !== undefined)
    const href = `${present.apiUrl}/albums/${id}/tracks`
    return {
      ...present.simpleAlbum(album),
      tracks: paged(tracks, { limit: 50, offset: 0 }, href, present.simpleTrack),
      copyrights: album.copyrights,
      external_ids: album.upc === '' ? {} : { upc: album.upc },
      genres: [],
    }
  }),
]
