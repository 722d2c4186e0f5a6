import type { Playlist, Song } from '@jointly/contract'
import { sql } from 'kysely'
import { inChunks } from '../../db/in-chunks.ts'
import type { Db, Trx } from '../../db/tables.ts'
import { presentSong } from '../../library/songs.ts'
import type { ProviderPlaylist } from '../../spotify/api.ts'

/** A playlist of an account, with what its import needs. */
export type StoredPlaylist = Playlist & {
  accountId: string
  snapshotId: string
  importedSnapshot: string | null
}

/** A playlist that an import holds. */
export type ImportJob = { accountId: string; playlistId: string; snapshotId: string; userId: string }

/**
 * A person's playlists in the order of their accounts and of the provider; one in two accounts counts once, as the
 * account that may read it has it.
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
    if (known && (known.state !== 'refused' || row.state === 'refused')) continue
    byId.set(row.id, {
      accountId: row.account_id,
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
    })
  }
  return [...byId.values()]
}

/** The songs of one imported playlist, in its order. */
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

/** How many playlists of each account are chosen for loading. */
export async function chosenCounts(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('playlists')
    .select((row) => ['account_id as accountId', row.fn.countAll<number>().as('count')])
    .where('account_id', 'in', accountIds)
    .where('load', '=', 1)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

/** When the provider was last asked for the playlists of an account. */
export async function fetchedAt(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('playlists_fetched_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.playlists_fetched_at ?? null
}

/**
 * Stores the provider's list of an account: new ones are added, vanished ones go with their songs, what is chosen stays
 * chosen. A chosen one whose contents changed, or whose import failed, waits for an import.
 */
export async function storeList(
  trx: Trx,
  accountId: string,
  listed: readonly ProviderPlaylist[],
  nowMs: number,
): Promise<void> {
  const seen = new Set(listed.map(({ id }) => id))
  const known = await trx.selectFrom('playlists').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of known)
    if (!seen.has(id))
      await trx.deleteFrom('playlists').where('account_id', '=', accountId).where('id', '=', id).execute()
  for (const [position, playlist] of listed.entries()) await storeListed(trx, accountId, playlist, position)
  await trx
    .updateTable('playlists')
    .set({ state: 'waiting' })
    .where('account_id', '=', accountId)
    .where('load', '=', 1)
    .where('state', 'in', ['ready', 'failed'])
    .where((row) =>
      row.or([
        row('imported_snapshot', 'is', null),
        row('imported_snapshot', '!=', row.ref('snapshot_id')),
        row('state', '=', 'failed'),
      ]),
    )
    .execute()
  await trx.updateTable('accounts').set({ playlists_fetched_at: nowMs }).where('id', '=', accountId).execute()
}

async function storeListed(
  trx: Trx,
  accountId: string,
  playlist: ProviderPlaylist,
  position: number,
): Promise<void> {
  const facts = {
    position,
    title: playlist.title,
    owner: playlist.owner,
    cover: playlist.cover,
    snapshot_id: playlist.snapshotId,
    total: playlist.total,
  }
  const refused = { state: 'refused' as const, load: 0 }
  await trx
    .insertInto('playlists')
    .values({
      ...facts,
      account_id: accountId,
      id: playlist.id,
      load: 0,
      state: playlist.isReadable ? 'none' : 'refused',
      imported: 0,
      imported_snapshot: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({ ...facts, ...(!playlist.isReadable && refused) }),
    )
    .execute()
}

/** Chooses a playlist for loading, or no more; contents that are here already are not fetched again (L4). */
export async function setLoad(trx: Trx, userId: string, playlistId: string, load: boolean): Promise<void> {
  const state = load
    ? sql<'ready' | 'waiting'>`case when imported_snapshot = snapshot_id then 'ready' else 'waiting' end`
    : ('none' as const)
  await trx
    .updateTable('playlists')
    .set({ load: load ? 1 : 0, state })
    .where('id', '=', playlistId)
    .where('load', '=', load ? 0 : 1)
    .where('state', '!=', 'refused')
    .where('account_id', 'in', trx.selectFrom('accounts').select('id').where('user_id', '=', userId))
    .execute()
}

/** A process stopped in the middle of its imports: they wait again. Only where this process is the only one. */
export async function resumeImports(db: Db): Promise<void> {
  await db.updateTable('playlists').set({ state: 'waiting' }).where('state', '=', 'importing').execute()
}

/** Takes the next playlist that waits for its import, or whose import another process left; one caller gets it. */
export async function takeJob(db: Db, nowMs: number, untilMs: number): Promise<ImportJob | undefined> {
  const next = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select([
      'account_id as accountId',
      'playlists.id as playlistId',
      'snapshot_id as snapshotId',
      'user_id as userId',
    ])
    .where('load', '=', 1)
    .where('state', 'in', ['waiting', 'importing'])
    .where('importing_until', '<', nowMs)
    .orderBy('state', 'desc')
    // Who has the least goes first, so that one person's hundred playlists do not hold up another's first.
    .orderBy((row) =>
      row
        .selectFrom('playlists as done')
        .select((count) => count.fn.countAll().as('count'))
        .whereRef('done.account_id', '=', 'playlists.account_id')
        .where('done.state', '=', 'ready'),
    )
    .orderBy('account_id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const taken = await db
    .updateTable('playlists')
    .set({ state: 'importing', importing_until: untilMs, imported: 0 })
    .where('account_id', '=', next.accountId)
    .where('id', '=', next.playlistId)
    .where('importing_until', '<', nowMs)
    .returning('id')
    .executeTakeFirst()
  return taken ? next : takeJob(db, nowMs, untilMs)
}

/** How far an import is; it holds the playlist for longer. @returns false when it is no longer chosen */
export async function noteProgress(
  db: Db,
  { accountId, playlistId }: ImportJob,
  imported: number,
  untilMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('playlists')
    .set({ imported, importing_until: untilMs })
    .where('account_id', '=', accountId)
    .where('id', '=', playlistId)
    .where('load', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** An import ended without songs. */
export async function endImport(
  db: Db,
  { accountId, playlistId }: ImportJob,
  state: 'failed' | 'refused' | 'waiting',
): Promise<void> {
  await db
    .updateTable('playlists')
    .set({ importing_until: 0, state, ...(state === 'refused' && { load: 0 }) })
    .where('account_id', '=', accountId)
    .where('id', '=', playlistId)
    .where('load', '=', 1)
    .execute()
}

/** Puts the songs of a finished import, which are known by then, in the place of the ones before. */
export async function storeSongs(trx: Trx, job: ImportJob, songs: readonly Song[]): Promise<void> {
  const { accountId, playlistId, snapshotId } = job
  const distinct = [...new Map(songs.map((song) => [song.id, song])).values()]
  const isStillListed = await trx
    .updateTable('playlists')
    .set((row) => ({
      state: sql<'ready' | 'none'>`case when ${row.ref('load')} = 1 then 'ready' else 'none' end`,
      imported: distinct.length,
      imported_snapshot: snapshotId,
      importing_until: 0,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', playlistId)
    .returning('id')
    .executeTakeFirst()
  if (!isStillListed) return
  await trx
    .deleteFrom('playlist_songs')
    .where('account_id', '=', accountId)
    .where('playlist_id', '=', playlistId)
    .execute()
  const rows = distinct.map((song, position) => ({
    account_id: accountId,
    playlist_id: playlistId,
    song_id: song.id,
    position,
  }))
  for (const some of inChunks(rows)) await trx.insertInto('playlist_songs').values(some).execute()
}
