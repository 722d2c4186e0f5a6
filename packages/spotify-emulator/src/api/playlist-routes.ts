import type { Person, Playlist } from '../catalogue/types.ts'
import { apiError, json } from '../http/answer.ts'
import type { ApiRoute, Call } from './call.ts'
import { parseFields, pick } from './fields.ts'
import { listPages, paged, readPage } from './paging.ts'

const notFound = apiError(404, 'Resource not found')
const forbidden = apiError(403, 'Forbidden')

/** Contents are for the owner and for collaborators (apps of 2026); the app's own token sees none. */
const mayRead = (list: Playlist, person: Person | null): boolean =>
  person !== null && (list.ownerId === person.id || list.collaborative)

function items(call: Call, list: Playlist, page: { limit: number; offset: number }) {
  const { present } = call
  return paged(list.items, page, `${present.apiUrl}/playlists/${list.id}/items`, (item) =>
    present.playlistItem(item, list),
  )
}

const filtered = (call: Call, value: unknown): unknown => {
  const fields = parseFields(call.query.get('fields') ?? '')
  return fields === null ? value : pick(value, fields)
}

/** Who I am, my playlists, and what is in them. */
export const playlistRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me',
    scopes: [],
    user: true,
    handle: ({ person, present, faults }) => json(present.me(person, faults.productFieldVisible)),
  },
  {
    method: 'GET',
    path: '/me/playlists',
    scopes: ['playlist-read-private'],
    user: true,
    handle(call) {
      const page = readPage(call.query, listPages)
      if ('status' in page) return page
      const lists = call.collection.playlistsOf(call.person, call.nowMs)
      return json(paged(lists, page, `${call.present.apiUrl}/me/playlists`, call.present.playlist))
    },
  },
  {
    method: 'GET',
    path: '/playlists/:id',
    scopes: [],
    user: false,
    handle(call) {
      const list = call.collection.playlist(call.params['id'] ?? '')
      if (list === undefined) return notFound
      const { items: counted, ...metadata } = call.present.playlist(list)
      const contents = mayRead(list, call.person)
        ? { items: { ...counted, ...items(call, list, { limit: 50, offset: 0 }) } }
        : {}
      return json(filtered(call, { ...metadata, ...contents }))
    },
  },
  {
    method: 'GET',
    path: '/playlists/:id/items',
    scopes: ['playlist-read-private'],
    user: true,
    handle(call) {
      const list = call.collection.playlist(call.params['id'] ?? '')
      if (list === undefined) return notFound
      if (!mayRead(list, call.person)) return forbidden
      const page = readPage(call.query, listPages)
      if ('status' in page) return page
      return json(filtered(call, items(call, list, page)))
    },
  },
]
