import { json } from '../http/answer.ts'
import type { ApiRoute } from './call.ts'
import { listPages, paged, readPage } from './paging.ts'

const saved = ['tracks', 'albums', 'shows', 'episodes', 'audiobooks']

/** What people saved in their library: nothing here, since what they like is in their playlists. */
export const savedRoutes: readonly ApiRoute[] = saved.map((kind) => ({
  method: 'GET',
  path: `/me/${kind}`,
  scopes: ['user-library-read'],
  user: true,
  handle({ query, present }) {
    const page = readPage(query, listPages)
    return 'status' in page ? page : json(paged([], page, `${present.apiUrl}/me/${kind}`, (entry) => entry))
  },
}))
