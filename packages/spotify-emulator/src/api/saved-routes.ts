import { json } from '../http/response.ts'
import { type ApiRoute, personRoute } from './route.ts'
import { listPages, paged, parsePage } from './paging.ts'

const saved = ['tracks', 'albums', 'shows', 'episodes', 'audiobooks']
const top = ['top/artists', 'top/tracks']

/** Creates a route for a list of a person that is always empty. */
const emptyList = (kind: string, scope: string): ApiRoute =>
  personRoute(`GET /me/${kind}`, [scope], ({ query, present }) => {
    const page = parsePage(query, listPages)
    return 'status' in page ? page : json(paged([], page, `${present.apiUrl}/me/${kind}`, (entry) => entry))
  })

/**
 * Routes for the saved entries of a person, and for what the person listens to most. The lists are always empty, because
 * nothing can be saved, and the provider does not count what plays.
 */
export const savedRoutes: readonly ApiRoute[] = [
  ...saved.map((kind) => emptyList(kind, 'user-library-read')),
  ...top.map((kind) => emptyList(kind, 'user-top-read')),
]
