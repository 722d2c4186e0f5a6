import type { PlaylistItem } from '@jointly/music-library'
import { apiError, json } from '../http/response.ts'
import type { PlaylistView } from '../library/collection.ts'
import { type ApiRoute, appRoute, type Call, personRoute } from './route.ts'
import { parseFields, pick } from './fields.ts'
import { listPage } from './odd-entries.ts'
import { firstPage, listPages, type Page, parsePage } from './paging.ts'

const notFound = apiError(404, 'Resource not found')
const forbidden = apiError(403, 'Forbidden')

/**
 * Returns whether a call may read the items of a playlist. Since 2026 only the owner and the collaborators may read
 * them. The app's own token may not.
 */
const canRead = (list: PlaylistView, { person }: Call): boolean =>
  person !== null && (list.isOwn || list.collaborative)

function items({ present, faults }: Call, list: PlaylistView, page: Page) {
  const listing = {
    of: 'item',
    all: list.items,
    page,
    href: `${present.apiUrl}/playlists/${list.id}/items`,
    present: (item: PlaylistItem) => present.playlistItem(item, list),
  } as const
  return listPage(listing, faults.oddEntries, present.baseUrl)
}

const filtered = (call: Call, value: unknown): unknown => {
  const fields = parseFields(call.query.get('fields') ?? '')
  return fields === null ? value : pick(value, fields)
}

/** Routes for a person's profile and playlists, and for the items of playlists. */
export const playlistRoutes: readonly ApiRoute[] = [
  personRoute('GET /me', [], ({ person, present, faults }) => {
    const me = present.me(person, faults.productFieldVisible)
    return json(faults.oddEntries ? { ...me, display_name: null, images: null } : me)
  }),
  personRoute('GET /me/playlists', ['playlist-read-private'], (call) => {
    const page = parsePage(call.query, listPages)
    if ('status' in page) return page
    const { present, faults } = call
    const all = call.collection.playlistsOf(call.person, call.nowMs)
    const href = `${present.apiUrl}/me/playlists`
    const listing = { of: 'playlist', all, page, href, present: present.playlist } as const
    return json(listPage(listing, faults.oddEntries, present.baseUrl))
  }),
  appRoute('GET /playlists/:id', (call) => {
    const list = call.collection.playlist(call.params['id'] ?? '', call.person)
    if (list === undefined) return notFound
    const { items: counted, ...metadata } = call.present.playlist({ ...list, total: list.items.length })
    const contents = canRead(list, call) ? { items: { ...counted, ...items(call, list, firstPage) } } : {}
    return json(filtered(call, { ...metadata, ...contents }))
  }),
  personRoute('GET /playlists/:id/items', ['playlist-read-private'], (call) => {
    const list = call.collection.playlist(call.params['id'] ?? '', call.person)
    if (list === undefined) return notFound
    if (!canRead(list, call)) return forbidden
    const page = parsePage(call.query, listPages)
    if ('status' in page) return page
    return json(filtered(call, items(call, list, page)))
  }),
]
