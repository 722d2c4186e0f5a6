import { json } from '../http/response.ts'
import { type ApiRoute, personRoute } from './route.ts'
import { listPages, paged, parsePage } from './paging.ts'

const saved = ['tracks', 'albums', 'shows', 'episodes', 'audiobooks']

/** Routes for the saved entries of a person. They always return empty lists, because nothing can be saved. */
export const savedRoutes: readonly ApiRoute[] = saved.map((kind) =>
  personRoute(`GET /me/${kind}`, ['user-library-read'], ({ query, present }) => {
    const page = parsePage(query, listPages)
    return 'status' in page ? page : json(paged([], page, `${present.apiUrl}/me/${kind}`, (entry) => entry))
  }),
)
