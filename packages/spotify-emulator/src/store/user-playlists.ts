import * as z from 'zod/mini'
import type { Playlist } from '@jointly/music-library'
import type { Database } from './database.ts'

const StoredPlaylist = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ownerId: z.string(),
  collaborative: z.boolean(),
  public: z.boolean(),
  snapshotId: z.string(),
  items: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('track'), trackId: z.string() }),
      z.object({ kind: z.literal('local'), name: z.string() }),
      z.object({ kind: z.literal('episode'), id: z.string(), name: z.string() }),
      z.object({ kind: z.literal('missing') }),
    ]),
  ),
})

const maxLists = 100
/** The maximum number of items in a playlist, as in the real service. */
const maxItems = 10_000
/**
 * The maximum number of items in all playlists of a grant (consent). There is a limit because listing the playlists
 * reads all items.
 */
const maxItemsInAll = 20_000

export type UserPlaylist = { readonly grantId: number; readonly list: Playlist }

export type UserPlaylists = ReturnType<typeof createUserPlaylists>

/**
 * Stores the playlists that people created or changed. Playlists are deleted together with their grant (consent)
 * (B2).
 */
export function createUserPlaylists({ sql }: Database) {
  const selectOne = sql.prepare('select grant_id, json from playlists where grant_id = ? and id = ?')
  const selectAny = sql.prepare(
    'select grant_id, json from playlists where id = ? order by created_at, grant_id limit 1',
  )
  const selectOwn = sql.prepare(
    'select grant_id, json from playlists where grant_id = ? order by created_at, rowid',
  )
  const selectOthers = sql.prepare(
    'select count(*) as lists, coalesce(sum(total), 0) as items from playlists where grant_id = ? and id <> ?',
  )
  const upsert = sql.prepare(
    `insert into playlists (grant_id, id, total, json, created_at) values (?, ?, ?, ?, ?)
     on conflict (grant_id, id) do update set total = excluded.total, json = excluded.json`,
  )
  const parse = (row: Record<string, unknown>): UserPlaylist => ({
    grantId: Number(row['grant_id']),
    list: StoredPlaylist.parse(JSON.parse(String(row['json']))),
  })

  return {
    find(grantId: number, id: string): UserPlaylist | undefined {
      const row = selectOne.get(grantId, id)
      return row === undefined ? undefined : parse(row)
    },

    /**
     * Finds a stored playlist by its id. Several grants (consents) can have a playlist with the same id. Then the oldest
     * one is returned.
     */
    findAny(id: string): UserPlaylist | undefined {
      const row = selectAny.get(id)
      return row === undefined ? undefined : parse(row)
    },

    /** Lists the playlists of a grant (consent), oldest first. */
    of: (grantId: number): readonly UserPlaylist[] => selectOwn.all(grantId).map(parse),

    /**
     * Stores a playlist.
     * @returns the exceeded limit, or null (B4)
     */
    save(grantId: number, list: Playlist, nowMs: number): 'lists' | 'items' | null {
      const others = selectOthers.get(grantId, list.id)
      if (Number(others?.['lists']) >= maxLists) return 'lists'
      if (list.items.length > maxItems) return 'items'
      if (Number(others?.['items']) + list.items.length > maxItemsInAll) return 'items'
      const stored = StoredPlaylist.parse(list)
      upsert.run(grantId, list.id, list.items.length, JSON.stringify(stored), nowMs)
      return null
    },
  }
}
