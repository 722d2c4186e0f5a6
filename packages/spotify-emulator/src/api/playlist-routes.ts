import type { PlaylistItem } from '@jointly/music-library'
import { apiError, json } from '../http/answer.ts'
import type { SeenPlaylist } from '../library/collection.ts'
import type { ApiRoute, Call } from './call.ts'
import { parseFields, pick } from './fields.ts'
import { listed } from './odd-entries.ts'
import { listPages, type Page, readPage } from './paging.ts'

const notFound = apiError(404, 'Resource not found')
const forbidden = apiError(403, 'Forbidden')

/** Contents are for the owner and for collaborators (apps of 2026); the app's own token sees none. */
const mayRead = (list: SeenPlaylist, { person }: Call): boolean =>
  person !== null && (list.isOwn || list.collaborative)

function items({ present, faults }: Call, list: SeenPlaylist, page: Page) {
  const listing = {
    of: 'item',
    all: list.items,
    page,
    href: `${present.apiUrl}/playlists/${list.id}/items`,
    present: (item: PlaylistItem) => present.playlistItem(item, list),
  } as const
  return listed(listing, faults.oddEntries, present.baseUrl)
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
    handle({ person, present, faults }) {
      const me = present.me(person, faults.productFieldVisible)
      return json(faults.oddEntries ? { ...me, display_name: null, images: null } : me)
    },
  },
  {
    method: 'GET',
    path: '/me/playlists',
    scopes: ['playlist-read-private'],
    user: true,
    handle(call) {
      const page = readPage(call.query, listPages)
      if ('status' in page) return page
      const { present, faults } = call
      const all = call.collection.playlistsOf(call.person, call.nowMs)
      const href = `${present.apiUrl}/me/playlists`
      const listing = { of: 'playlist', all, page, href, present: present.playlist } as const
      return json(listed(listing, faults.oddEntries, present.baseUrl))
    },
  },
  {
    method: 'GET',
    path: '/playlists/:id',
    scopes: [],
    user: false,
    handle(call) {
      const list = call.collection.playlist(call.params['id'] ?? '', call.person)
      if (list === undefined) return notFound
      const { items: counted, ...metadata } = call.present.playlist(list)
      const contents = mayRead(list, call)
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
      const list = call.collection.playlist(call.params['id'] ?? '', call.person)
      if (list === undefined) return notFound
      if (!mayRead(list, call)) return forbidden
      const page = readPage(call.query, listPages)
      if ('status' in page) return page
      return json(filtered(call, items(call, list, page)))
    },
  },
]
