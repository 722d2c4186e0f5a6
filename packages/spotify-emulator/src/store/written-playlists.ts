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

const mostLists = 100
/** As the real service has it. */
const mostItems = 10_000
/** All that a grant has written is read whenever its playlists are listed. */
const mostItemsInAll = 20_000

export type WrittenPlaylist = { readonly grantId: number; readonly list: Playlist }

export type WrittenPlaylists = ReturnType<typeof createWrittenPlaylists>

/** Playlists that people created or changed. Each belongs to one grant and ends with it (B2). */
export function createWrittenPlaylists({ sql }: Database) {
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
  const parse = (row: Record<string, unknown>): WrittenPlaylist => ({
    grantId: Number(row['grant_id']),
    list: StoredPlaylist.parse(JSON.parse(String(row['json']))),
  })

  return {
    find(grantId: number, id: string): WrittenPlaylist | undefined {
      const row = selectOne.get(grantId, id)
      return row === undefined ? undefined : parse(row)
    },

    /** The playlist of this id that somebody wrote. */
    findAny(id: string): WrittenPlaylist | undefined {
      const row = selectAny.get(id)
      return row === undefined ? undefined : parse(row)
    },

    /** In the order in which they were created. */
    of: (grantId: number): readonly WrittenPlaylist[] => selectOwn.all(grantId).map(parse),

    /** Stores a playlist, unless the grant has as much as it may (B4): then it says what there is too much of. */
    save(grantId: number, list: Playlist, nowMs: number): 'lists' | 'items' | null {
      const others = selectOthers.get(grantId, list.id)
      if (Number(others?.['lists']) >= mostLists) return 'lists'
      if (list.items.length > mostItems) return 'items'
      if (Number(others?.['items']) + list.items.length > mostItemsInAll) return 'items'
      const stored = StoredPlaylist.parse(list)
      upsert.run(grantId, list.id, list.items.length, JSON.stringify(stored), nowMs)
      return null
    },
  }
}
