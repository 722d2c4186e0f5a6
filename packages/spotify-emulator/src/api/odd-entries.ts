import { stableId } from '@jointly/music-library'
import { type Page, paged } from './paging.ts'
import { episodeObject, localTrack } from './local-and-episode-objects.ts'

export type ListOf = 'playlist' | 'item' | 'track' | 'artist' | 'album'

/** Fields that the real service sometimes sends as null, although its documentation says that they have a value. */
const nullableFields: Readonly<Record<ListOf, readonly string[]>> = {
  playlist: ['owner', 'name', 'snapshot_id', 'images', 'items', 'owner.display_name', 'description'],
  item: ['item.album', 'item.album.images', 'item.name', 'item.artists', 'item.id', 'added_by', 'added_at'],
  track: ['album', 'album.images', 'name', 'artists', 'id', 'external_ids', 'external_urls'],
  artist: ['images', 'name'],
  album: ['images', 'name', 'artists'],
}

/**
 * Returns the unusual entries that are put at the start of a list: null, and for the items of a playlist also
 * entries that are not songs.
 */
function leadingEntries(kind: ListOf, baseUrl: string): readonly unknown[] {
  if (kind !== 'item') return [null]
  const item = (body: unknown, isLocal = false) => ({
    added_at: '2026-01-02T03:04:05Z',
    added_by: null,
    is_local: isLocal,
    primary_color: null,
    video_thumbnail: { url: null },
    item: body,
  })
  const episode = episodeObject(baseUrl, { id: stableId('odd episode'), name: 'An episode' })
  return [null, item(null), item(localTrack('A local file.mp3'), true), item(episode)]
}

type Listing<T> = {
  readonly of: ListOf
  readonly all: readonly T[]
  readonly page: Page
  /** The address of the request. */
  readonly href: string
  readonly present: (entry: T) => unknown
}

/**
 * Creates a page of a list. If `oddEntries` is true, the page also has entries that make careless clients fail
 * (B12): null, playlist items that are not songs, and fields that are null.
 */
export function listPage<T>(listing: Listing<T>, oddEntries: boolean, baseUrl: string) {
  const { of, all, page, href, present } = listing
  if (!oddEntries) return paged(all, page, href, present)
  const entries = [
    ...leadingEntries(of, baseUrl).map((wire) => () => wire),
    ...all.map((entry, index) => () => withNull(present(entry), nullableFields[of][index - 1])),
  ]
  return paged(entries, page, href, (wire) => wire())
}

/** Copies an object and sets the field at `path` (names joined by dots) to null. */
function withNull(value: unknown, path: string | undefined): unknown {
  if (path === undefined || typeof value !== 'object' || value === null) return value
  const [name = '', ...rest] = path.split('.')
  const inner = new Map<string, unknown>(Object.entries(value)).get(name)
  return { ...value, [name]: rest.length === 0 ? null : withNull(inner, rest.join('.')) }
}
