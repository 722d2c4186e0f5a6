import type { Playlist, Song } from '@jointly/contract'
import { sql } from 'kysely'
import { jsonRows, valuesOf } from '../../platform/db/json-rows.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { deleteSongs, deleteSongsOf } from '../../songs/library-changes.ts'
import { presentSong } from '../../songs/songs.ts'
import type { PlaylistList, ProviderPlaylist } from '../../provider/api.ts'

/** A playlist of a user, with the data for its import. */
export type StoredPlaylist = Playlist & {
  /** The account that reads it. */
  accountId: string
  snapshotId: string
  importedSnapshot: string | null
}

/**
 * Lists a user's playlists by account, and for each account in the order of the provider. A playlist in two accounts is
 * listed once, with the account that can read it.
 */
export async function playlistsOf(db: Db, userId: string): Promise<StoredPlaylist[]> {
  const rows = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .selectAll('playlists')
    .where('accounts.user_id', '=', userId)
    .orderBy('accounts.created_at')
    .orderBy('playlists.account_id')
    .orderBy('playlists.position')
    .execute()
  const byId = new Map<string, StoredPlaylist>()
  for (const row of rows) {
    const known = byId.get(row.id)
    const accounts = [...(known?.accounts ?? []), row.account_id]
    if (known) known.accounts = accounts
    if (known && (known.state !== 'refused' || row.state === 'refused')) continue
    byId.set(row.id, {
      accountId: row.account_id,
      accounts,
      id: row.id,
      title: row.title,
      name: row.title,
      cover: row.cover,
      owner: row.owner,
      load: row.load === 1,
      state: row.state,
      imported: row.imported,
      total: row.total,
      snapshotId: row.snapshot_id,
      importedSnapshot: row.imported_snapshot,
      reason: row.load === 1 ? row.failure : null,
      retryAt: row.load === 1 && row.retry_at > 0 ? row.retry_at : null,
    })
  }
  return [...byId.values()]
}

/**
 * Finds which playlists of a user are chosen for loading, and which the provider refuses, with fewer reads than
 * `playlistsOf`.
 * @returns by the id of the playlist
 */
export async function choicesOf(
  db: Db,
  userId: string,
): Promise<Map<string, { load: boolean; isRefused: boolean }>> {
  const rows = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select((row) => [
      'playlists.id',
      row.fn.max('playlists.load').as('load'),
      row.fn.countAll<number>().filterWhere('playlists.state', '!=', 'refused').as('readable'),
    ])
    .where('accounts.user_id', '=', userId)
    .groupBy('playlists.id')
    .execute()
  return new Map(rows.map(({ id, load, readable }) => [id, { load: load === 1, isRefused: readable === 0 }]))
}

/**
 * Counts the playlists that a user has chosen for loading. If a playlist is in two accounts, it counts once.
 */
export async function chosenCount(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select((select) => select.fn.count<number>('playlists.id').distinct().as('count'))
    .where('accounts.user_id', '=', userId)
    .where('load', '=', 1)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Lists the songs of an imported playlist, in its order. */
export async function songsOfPlaylist(db: Db, accountId: string, playlistId: string): Promise<Song[]> {
  const rows = await db
    .selectFrom('playlist_songs')
    .innerJoin('songs', 'songs.id', 'playlist_songs.song_id')
    .selectAll('songs')
    .where('account_id', '=', accountId)
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .execute()
  return rows.map(presentSong)
}

/**
 * Returns when the fetch of an account's stored list of playlists began, in epoch milliseconds. Returns null if none is
 * stored, or if it is outdated.
 */
export async function fetchedAt(db: Db, accountId: string): Promise<number | null> {
  return (await selectFetchedAt(db, accountId).executeTakeFirst())?.ms ?? null
}

/** Does the same as `fetchedAt`, and locks the account. @returns undefined if the account does not exist */
export function lockFetchedAt(trx: Trx, accountId: string): Promise<{ ms: number | null } | undefined> {
  return selectFetchedAt(trx, accountId).forNoKeyUpdate().executeTakeFirst()
}

const selectFetchedAt = (db: Db, accountId: string) =>
  db.selectFrom('accounts').select('playlists_fetched_at as ms').where('id', '=', accountId)

/**
 * Stores the provider's list of an account: new playlists are added, and chosen playlists stay chosen (L7). If
 * the list is complete, playlists that are not in it are deleted with their songs. An empty list deletes no chosen
 * playlist, because it may be a failure of the provider (L10).
 * @param beganMs when its fetch began
 */
export async function storeList(
  trx: Trx,
  { userId, accountId }: { userId: string; accountId: string },
  listed: PlaylistList,
  beganMs: number,
): Promise<void> {
  const seen = new Set(listed.playlists.map(({ id }) => id))
  const known = await trx
    .selectFrom('playlists')
    .select(['id', 'load'])
    .where('account_id', '=', accountId)
    .execute()
  const gone = new Set(
    known
      .filter(({ id, load }) => listed.isComplete && !seen.has(id) && (seen.size > 0 || load === 0))
      .map(({ id }) => id),
  )
  if (gone.size > 0) await deleteSongs(trx, userId, accountId, gone)
  await trx
    .deleteFrom('playlists')
    .where('account_id', '=', accountId)
    .where('id', 'in', valuesOf([...gone]))
    .execute()
  await storeListed(trx, accountId, listed.playlists)
  await trx
    .updateTable('playlists')
    .set({ state: 'waiting', failures: 0, failure: null, retry_at: 0 })
    .where('account_id', '=', accountId)
    .where('load', '=', 1)
    .where('state', '=', 'ready')
    .where((row) =>
      row.or([row('imported_snapshot', 'is', null), row('imported_snapshot', '!=', row.ref('snapshot_id'))]),
    )
    .execute()
  await trx
    .updateTable('accounts')
    .set({ playlists_fetched_at: beganMs })
    .where('id', '=', accountId)
    .execute()
}

/** Stores all playlists with one statement, because thousands of statements would block the thread (O6). */
async function storeListed(
  trx: Trx,
  accountId: string,
  playlists: readonly ProviderPlaylist[],
): Promise<void> {
  const rows = playlists.map(({ id, title, owner, cover, snapshotId, total, isReadable }, position) => [
    id,
    position,
    title,
    owner,
    cover ?? '',
    snapshotId,
    total,
    isReadable ? 'none' : 'refused',
  ])
  // If the provider refused a playlist before and lists it as readable now, it is imported again.
  await sql`
    insert into playlists
      (account_id, id, position, title, owner, cover, snapshot_id, total, state, load, imported)
    select ${accountId}, value ->> 0, cast(value ->> 1 as integer), value ->> 2, value ->> 3,
      nullif(value ->> 4, ''), value ->> 5, cast(value ->> 6 as integer), value ->> 7, 0, 0
    from ${jsonRows(rows)} as rows where true
    on conflict (account_id, id) do update set position = excluded.position, title = excluded.title,
      owner = excluded.owner, cover = excluded.cover, snapshot_id = excluded.snapshot_id, total = excluded.total,
      state = case when excluded.state = 'refused' then 'refused'
        when playlists.state != 'refused' then playlists.state
        when playlists.load = 1 then 'waiting' else 'none' end`.execute(trx)
}

/**
 * Sets whether playlists are chosen for loading. Songs that are already known are not imported again (L4). A playlist
 * that the provider refuses can only be unchosen. A running import loses its lock, and an unfinished import of an
 * unchosen playlist is deleted.
 * @returns the ids of the playlists that changed
 */
export async function setLoad(
  trx: Trx,
  userId: string,
  playlistIds: readonly string[],
  load: boolean,
): Promise<string[]> {
  const state = sql<Playlist['state']>`case when state = 'refused' then 'refused'
    when ${load ? 1 : 0} = 0 then 'none'
    when imported_snapshot = snapshot_id then 'ready' else 'waiting' end`
  const accounts = trx.selectFrom('accounts').select('id').where('user_id', '=', userId)
  const changed = await trx
    .updateTable('playlists')
    .set({
      load: load ? 1 : 0,
      state,
      importing_until: 0,
      failures: 0,
      failure: null,
      retry_at: 0,
      resume_at: 0,
      resume_snapshot: null,
    })
    .where('id', 'in', valuesOf(playlistIds))
    .where('load', '=', load ? 0 : 1)
    .$if(load, (refusable) => refusable.where('state', '!=', 'refused'))
    .where('account_id', 'in', accounts)
    .returning('id')
    .execute()
  if (!load) await deleteUnfinishedImports(trx, userId)
  return [...new Set(changed.map(({ id }) => id))]
}

/** Deletes the songs of unfinished imports whose playlists the user has unchosen. */
async function deleteUnfinishedImports(trx: Trx, userId: string): Promise<void> {
  const unchosen = await trx
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select(['playlists.account_id as accountId', 'playlists.id as playlistId'])
    .where('playlists.load', '=', 0)
    .where('accounts.user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_songs')
          .select('song_id')
          .where(sql<boolean>`account_id = playlists.account_id and playlist_id = playlists.id`),
      ),
    )
    .execute()
  for (const key of unchosen) await deleteSongsOf(trx, 'import_songs', key)
}
