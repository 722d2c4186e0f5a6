import { stableId } from '@jointly/music-library'
import { type Page, paged } from './paging.ts'
import { episodeObject, localTrack } from './present-others.ts'

export type ListOf = 'playlist' | 'item' | 'track' | 'artist' | 'album'

/** Fields that have been seen as null on the real service, though its description says otherwise. */
const nulls: Readonly<Record<ListOf, readonly string[]>> = {
  playlist: ['owner', 'name', 'snapshot_id', 'images', 'items', 'owner.display_name', 'description'],
  item: ['item.album', 'item.album.images', 'item.name', 'item.artists', 'item.id', 'added_by', 'added_at'],
  track: ['album', 'album.images', 'name', 'artists', 'id', 'external_ids', 'external_urls'],
  artist: ['images', 'name'],
  album: ['images', 'name', 'artists'],
}

/** What comes before the list: an entry that is null, and in a playlist what is no song. */
function before(kind: ListOf, baseUrl: string): readonly unknown[] {
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
  /** The call's own address. */
  readonly href: string
  readonly present: (entry: T) => unknown
}

/**
 * A page of a list as `paged` makes it; with `oddEntries` a null entry (in a playlist also a gone song, a local file and
 * an episode) comes before the list, the first entry is whole, and each of the next ones has one field that is null
 * (B12).
 */
export function listed<T>(listing: Listing<T>, oddEntries: boolean, baseUrl: string) {
  const { of, all, page, href, present } = listing
  if (!oddEntries) return paged(all, page, href, present)
  const entries = [
    ...before(of, baseUrl).map((wire) => () => wire),
    ...all.map((entry, index) => () => withNull(present(entry), nulls[of][index - 1])),
  ]
  return paged(entries, page, href, (wire) => wire())
}

/** A copy of a wire object in which the field at `path` (names joined by dots) is null. */
function withNull(value: unknown, path: string | undefined): unknown {
  if (path === undefined || typeof value !== 'object' || value === null) return value
  const [name = '', ...rest] = path.split('.')
  const inner = new Map<string, unknown>(Object.entries(value)).get(name)
  return { ...value, [name]: rest.length === 0 ? null : withNull(inner, rest.join('.')) }
}
