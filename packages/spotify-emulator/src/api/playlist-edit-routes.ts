import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { cleanText, type PlaylistItem, stableId } from '@jointly/music-library'
import { type HttpResponse, apiError, json } from '../http/response.ts'
import type { PlaylistView } from '../library/collection.ts'
import { type ApiRoute, type PersonCall, personRoute } from './route.ts'
import { firstPage, paged } from './paging.ts'
import { trackIdOf } from './play-command.ts'

const notFound = apiError(404, 'Resource not found')
const forbidden = apiError(403, 'Forbidden')
const invalid = apiError(400, 'Error parsing JSON.')
const missingScope = apiError(403, 'Insufficient client scope')
const full = {
  lists: apiError(403, 'Playlist limit reached'),
  items: apiError(400, 'Playlist size limit reached'),
}

/** Creates a schema step that removes control characters from a text and limits its length (B10). */
const cleaned = (maxCharacters: number) => z.overwrite<string>((text) => cleanText(text, maxCharacters))

const Details = z.object({
  name: z.optional(z.string().check(z.maxLength(200), cleaned(200), z.minLength(1))),
  public: z.optional(z.boolean()),
  collaborative: z.optional(z.boolean()),
  description: z.optional(z.string().check(z.maxLength(500), cleaned(500))),
})
const Uris = z.array(z.string()).check(z.maxLength(100))
const Insert = z.object({ uris: Uris, position: z.optional(z.int().check(z.nonnegative())) })
const Change = z.union([
  z.object({ uris: Uris }),
  z.object({
    range_start: z.int().check(z.nonnegative()),
    insert_before: z.int().check(z.nonnegative()),
    range_length: z.optional(z.int().check(z.minimum(1))),
  }),
])
const Removal = z.object({ items: z.array(z.object({ uri: z.string() })).check(z.maxLength(100)) })

/** The largest number of playlists that one call deletes. */
const maxDeleted = 40

const newSnapshot = (): string => randomBytes(18).toString('base64')

/**
 * Stores a playlist and returns `response`. If the account has too many playlists or items, it returns a refusal.
 */
function save(call: PersonCall, list: PlaylistView, response: HttpResponse): HttpResponse {
  const exceeded = call.collection.savePlaylist(list, call.person, call.nowMs)
  return exceeded === null ? response : full[exceeded]
}

/**
 * Reads the parameters of a call that inserts or replaces songs. Each of them is in the query or in the body, and the
 * query comes first. The body may also be the list of URIs alone.
 */
function songParams({ query, body }: PersonCall): unknown {
  const inBody: unknown = Array.isArray(body) ? { uris: body } : body
  const uris = query.get('uris')
  const position = query.get('position')
  return {
    ...(typeof inBody === 'object' && inBody),
    ...(uris !== null && { uris: uris.split(',') }),
    ...(position !== null && { position: Number(position) }),
  }
}

/** Returns whether the token may change playlists that are public, or those that are not. */
const mayEdit = (call: PersonCall, isPublic: boolean): boolean =>
  call.access.scopes.includes(isPublic ? 'playlist-modify-public' : 'playlist-modify-private')

/** Finds the playlist that a call wants to change, or returns a refusal. */
function editablePlaylist(call: PersonCall, id: string): PlaylistView | HttpResponse {
  const list = call.collection.playlist(id, call.person)
  if (list === undefined) return notFound
  if (!list.isOwn && !list.collaborative) return forbidden
  return mayEdit(call, list.public) ? list : missingScope
}

/** Deletes playlists that the account created. If one of them cannot be deleted, none is (B4). */
function deletePlaylists(call: PersonCall): HttpResponse {
  const uris = (call.query.get('uris') ?? '').split(',')
  const ids = uris.map((uri) => /^spotify:playlist:([0-9A-Za-z]{22})$/.exec(uri)?.[1] ?? null)
  if (ids.length > maxDeleted || !ids.every((id) => id !== null)) return apiError(400, 'Invalid uris')
  const created = new Map(call.collection.playlistsCreatedBy(call.person).map((list) => [list.id, list]))
  for (const id of ids) {
    const list = created.get(id)
    if (list === undefined) {
      const other = editablePlaylist(call, id)
      return 'status' in other ? other : forbidden
    }
    if (!mayEdit(call, list.public)) return missingScope
  }
  call.collection.deletePlaylists(new Set(ids), call.person)
  return { status: 200 }
}

/** Returns the items for these URIs. Null if one of them is not a song of the catalogue. */
function itemsOf(call: PersonCall, uris: readonly string[]): readonly PlaylistItem[] | null {
  const ids = uris.map(trackIdOf)
  const known = ids.filter((id) => id !== null).filter((id) => call.collection.track(id) !== undefined)
  return known.length < ids.length ? null : known.map((trackId) => ({ kind: 'track', trackId }))
}

function saveItems(
  call: PersonCall,
  list: PlaylistView,
  items: readonly PlaylistItem[],
  status: number,
): HttpResponse {
  const saved = { ...list, items, snapshotId: newSnapshot() }
  return save(call, saved, json({ snapshot_id: saved.snapshotId }, status))
}

/**
 * Creates a route that calls `edit` if the caller may edit the playlist and the parameters are valid. By default,
 * `edit` gets the parsed body.
 */
function editRoute<Body>(
  endpoint: string,
  shape: z.ZodMiniType<Body>,
  edit: (call: PersonCall, list: PlaylistView, body: Body) => HttpResponse,
  params: (call: PersonCall) => unknown = ({ body }) => body,
): ApiRoute {
  return personRoute(endpoint, [], (call) => {
    const list = editablePlaylist(call, call.params['id'] ?? '')
    if ('status' in list) return list
    const body = shape.safeParse(params(call))
    return body.success ? edit(call, list, body.data) : invalid
  })
}

/**
 * Routes to create and change playlists (docs/spotify.md 2.10), which the provider stores in its own database.
 */
export const playlistEditRoutes: readonly ApiRoute[] = [
  personRoute('POST /me/playlists', [], (call) => {
    const body = Details.safeParse(call.body)
    if (!body.success) return invalid
    const { name, description = '', collaborative = false, public: isPublic = true } = body.data
    if (name === undefined) return apiError(400, 'Missing required field: name')
    if (collaborative && isPublic) return apiError(400, 'Collaborative playlists can only be private')
    if (!mayEdit(call, isPublic)) return missingScope
    const list: PlaylistView = {
      id: stableId(randomBytes(16).toString('hex')),
      name,
      description,
      ownerId: call.person.userId,
      collaborative,
      public: isPublic,
      snapshotId: newSnapshot(),
      items: [],
      ownerName: call.person.displayName,
      isOwn: true,
      storedFor: call.person.grantId,
    }
    const wire = call.present.playlist({ ...list, total: 0 })
    const items = paged<PlaylistItem, unknown>([], firstPage, wire.items.href, (item) => item)
    return save(call, list, json({ ...wire, items }, 201))
  }),
  personRoute('DELETE /me/library', [], deletePlaylists),
  editRoute('PUT /playlists/:id', Details, (call, list, body) => {
    if (!list.isOwn) return forbidden
    const { name, description, collaborative, public: isPublic } = body
    const changed = {
      ...list,
      name: name ?? list.name,
      description: description ?? list.description,
      collaborative: collaborative ?? list.collaborative,
      public: isPublic ?? list.public,
    }
    return save(call, changed, { status: 200 })
  }),
  editRoute(
    'POST /playlists/:id/items',
    Insert,
    (call, list, body) => {
      const added = itemsOf(call, body.uris)
      if (added === null) return apiError(400, 'Invalid track uri')
      const at = Math.min(body.position ?? list.items.length, list.items.length)
      return saveItems(call, list, list.items.toSpliced(at, 0, ...added), 201)
    },
    songParams,
  ),
  editRoute(
    'PUT /playlists/:id/items',
    Change,
    (call, list, body) => {
      if ('uris' in body) {
        const items = itemsOf(call, body.uris)
        return items === null ? apiError(400, 'Invalid track uri') : saveItems(call, list, items, 200)
      }
      const { range_start: from, insert_before: to, range_length: length = 1 } = body
      if (from + length > list.items.length || to > list.items.length)
        return apiError(400, 'Index out of bounds')
      const moved = list.items.slice(from, from + length)
      const rest = list.items.toSpliced(from, length)
      const at = to > from ? Math.max(from, to - length) : to
      return saveItems(call, list, rest.toSpliced(at, 0, ...moved), 200)
    },
    songParams,
  ),
  editRoute('DELETE /playlists/:id/items', Removal, (call, list, body) => {
    const removed = new Set(body.items.map((item) => trackIdOf(item.uri)))
    const remaining = list.items.filter((item) => item.kind !== 'track' || !removed.has(item.trackId))
    return saveItems(call, list, remaining, 200)
  }),
]
