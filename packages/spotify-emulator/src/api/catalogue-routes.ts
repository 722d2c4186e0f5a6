import { apiError, json } from '../http/response.ts'
import type { ApiRoute } from './route.ts'
import { paged } from './paging.ts'

const notFound = apiError(404, 'Resource not found')
const invalidId = apiError(400, 'Invalid base62 id')

const isId = (id: string | undefined): id is string => id !== undefined && /^[0-9A-Za-z]{22}$/.test(id)

/** Routes for tracks, artists and albums by id. They also accept the app's own token. */
export const catalogueRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/tracks/:id',
    scopes: [],
    user: false,
    handle({ params, collection, present }) {
      if (!isId(params['id'])) return invalidId
      const track = collection.track(params['id'])
      return track === undefined ? notFound : json(present.track(track))
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
      const tracks = album.trackIds.map((id) => collection.track(id)).filter((track) => track !== undefined)
      const page = { limit: 50, offset: 0 }
      const href = `${present.apiUrl}/albums/${album.id}/tracks`
      return json({
        ...present.simpleAlbum(album),
        tracks: paged(tracks, page, href, present.simpleTrack),
        copyrights: [],
        external_ids: {},
        genres: [],
      })
    },
  },
]
