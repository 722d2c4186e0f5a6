import * as z from 'zod/mini'
import type { Playlist } from '@jointly/music-library'
import type { Database } from './database.ts'

const StoredDetails = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ownerId: z.string(),
  collaborative: z.boolean(),
  public: z.boolean(),
  snapshotId: z.string(),
})
const StoredPlaylist = z.extend(StoredDetails, {
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
 * reads the items whose songs may have been removed from the library.
 */
const maxItemsInAll = 20_000

/** A playlist without its items. `total` is the number of items. */
export type PlaylistSummary = Omit<Playlist, 'items'> & {
  readonly total: number
  /** Null if there is no item, or if the first one is not a song of the library. */
  readonly firstTrackId: string | null
}
/** A stored playlist, with its items or as a summary. */
export type UserPlaylist<List = Playlist> = { readonly grantId: number; readonly list: List }

export type UserPlaylists = ReturnType<typeof createUserPlaylists>

/**
 * Stores the playlists that people created or changed. Playlists are deleted together with their grant (consent)
 * (B2).
 */
export function createUserPlaylists({ sql, transaction }: Database) {
  const selectOne = sql.prepare('select grant_id, json from playlists where grant_id = ? and id = ?')
  // This does not read the items. Up to 20,000 of them for each call would keep the provider busy (B7).
  const summary = 'select grant_id, total, details, first_track_id from playlists'
  const selectAny = sql.prepare(`${summary} where id = ? order by created_at, grant_id limit 1`)
  const selectOwn = sql.prepare(`${summary} where grant_id = ? order by created_at, rowid`)
  const selectOthers = sql.prepare(
    'select count(*) as lists, coalesce(sum(total), 0) as items from playlists where grant_id = ? and id <> ?',
  )
  // Triggers of the schema store the other columns of the summary.
  const upsert = sql.prepare(
    `insert into playlists (grant_id, id, total, json, created_at) values (?, ?, ?, ?, ?)
     on conflict (grant_id, id) do update set total = excluded.total, json = excluded.json`,
  )
  const deleteOne = sql.prepare('delete from playlists where grant_id = ? and id = ?')
  const parse = (row: Record<string, unknown>): UserPlaylist => ({
    grantId: Number(row['grant_id']),
    list: StoredPlaylist.parse(JSON.parse(String(row['json']))),
  })
  const parseSummary = (row: Record<string, unknown>): UserPlaylist<PlaylistSummary> => ({
    grantId: Number(row['grant_id']),
    list: {
      ...StoredDetails.parse(JSON.parse(String(row['details']))),
      total: Number(row['total']),
      firstTrackId: typeof row['first_track_id'] === 'string' ? row['first_track_id'] : null,
    },
  })

  return {
    find(grantId: number, id: string): UserPlaylist | undefined {
      const row = selectOne.get(grantId, id)
      return row === undefined ? undefined : parse(row)
    },

    /**
     * Finds the summary of a stored playlist by its id. Several grants (consents) can have a playlist with the same
     * id. Then the oldest one is returned.
     */
    findAny(id: string): UserPlaylist<PlaylistSummary> | undefined {
      const row = selectAny.get(id)
      return row === undefined ? undefined : parseSummary(row)
    },

    /** Lists the playlists of a grant (consent), oldest first. */
    of: (grantId: number): readonly UserPlaylist<PlaylistSummary>[] =>
      selectOwn.all(grantId).map(parseSummary),

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
      upsert.run(grantId, list.id, stored.items.length, JSON.stringify(stored), nowMs)
      return null
    },

    /** Deletes these playlists of a grant (consent), all of them or none. */
    delete(grantId: number, ids: ReadonlySet<string>): void {
      transaction(() => {
        for (const id of ids) deleteOne.run(grantId, id)
      })
    },
  }
}
