import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { inChunks } from '../platform/db/in-chunks.ts'
import { valuesOf } from '../platform/db/json-rows.ts'
import type { Db, Trx } from '../platform/db/tables.ts'

/**
 * Changes of many songs at once. `loaded_songs` has the songs of all chosen playlists of a user, each song once (P3).
 * The transaction of the caller has locked the user, so that no other change of the playlists runs meanwhile.
 *
 * A library may have a hundred thousand songs. Each statement changes only some rows and has its own turn of the event
 * loop, because one statement for all rows would block the thread on SQLite (O6). Other calls run meanwhile, but on
 * SQLite those that need the database wait for the end of the transaction.
 */

/** Lists the ids of the songs in a playlist, in all accounts of a user. */
export async function songIdsOf(trx: Trx, userId: string, playlistId: string): Promise<string[]> {
  const rows = await songsOfUser(trx, userId)
    .select('song_id')
    .distinct()
    .where('playlists.id', '=', playlistId)
    .execute()
  return rows.map((row) => row.song_id)
}

/** Loads the songs of playlists. Playlists that are not chosen are left out. */
export async function loadSongs(trx: Trx, userId: string, playlistIds: readonly string[]): Promise<void> {
  for (const playlistId of playlistIds)
    for (const some of inChunks(await songIdsOf(trx, userId, playlistId))) {
      await nextTurn()
      await trx
        .insertInto('loaded_songs')
        .columns(['user_id', 'song_id'])
        .expression(
          songsOfUser(trx, userId)
            .select(['accounts.user_id', 'playlist_songs.song_id'])
            .distinct()
            .where('playlists.id', '=', playlistId)
            .where('playlists.load', '=', 1)
            .where('song_id', 'in', valuesOf(some)),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
}

/** Unloads those of these songs that are in no chosen playlist. */
export async function unloadSongs(trx: Trx, userId: string, songIds: readonly string[]): Promise<void> {
  for (const some of inChunks(songIds)) {
    await nextTurn()
    await trx
      .deleteFrom('loaded_songs')
      .where('user_id', '=', userId)
      .where('song_id', 'in', valuesOf(some))
      .where(({ not, exists }) =>
        not(
          exists(
            songsOfUser(trx, userId)
              .select('playlist_songs.song_id')
              .where('playlists.load', '=', 1)
              .where(sql<SqlBool>`playlist_songs.song_id = loaded_songs.song_id`),
          ),
        ),
      )
      .execute()
  }
}

/** One playlist of an account. */
export type PlaylistKey = { accountId: string; playlistId: string }

/**
 * Deletes the songs of playlists. Call it before the playlists, their account or their user are deleted: together with
 * those rows, the database would delete all songs in one statement.
 * @param only ids of the playlists; without it, all playlists of the account
 */
export async function deleteSongs(
  trx: Trx,
  userId: string,
  accountId: string,
  only?: ReadonlySet<string>,
): Promise<void> {
  const isOfThem = sql<SqlBool>`account_id = playlists.account_id and playlist_id = playlists.id`
  // An import that stores a page locks its playlist before its songs. In another order the two could deadlock.
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('account_id', '=', accountId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('import_songs').select('song_id').where(isOfThem)),
        exists(selectFrom('playlist_songs').select('song_id').where(isOfThem)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of playlists.filter((playlist) => only?.has(playlist.id) ?? true)) {
    const key = { accountId, playlistId: id }
    await deleteSongsOf(trx, 'import_songs', key)
    await unloadSongs(trx, userId, await deleteSongsOf(trx, 'playlist_songs', key))
  }
}

/** Deletes the songs of a playlist, or those of its unfinished import. Nothing else changes. @returns their ids */
export async function deleteSongsOf(
  trx: Trx,
  table: 'import_songs' | 'playlist_songs',
  key: PlaylistKey,
): Promise<string[]> {
  const rows = await trx.selectFrom(table).select('song_id').where(isOfPlaylist(key)).execute()
  const songIds = rows.map((row) => row.song_id)
  for (const some of inChunks(songIds)) {
    await nextTurn()
    await trx.deleteFrom(table).where(isOfPlaylist(key)).where('song_id', 'in', valuesOf(some)).execute()
  }
  return songIds
}

/** Replaces the songs of a playlist with those of its finished import, and loads them if the playlist is chosen. */
export async function replaceSongs(trx: Trx, userId: string, key: PlaylistKey): Promise<void> {
  const before = await deleteSongsOf(trx, 'playlist_songs', key)
  const imported = await trx.selectFrom('import_songs').select('song_id').where(isOfPlaylist(key)).execute()
  for (const some of inChunks(imported.map((row) => row.song_id))) {
    await nextTurn()
    await trx
      .insertInto('playlist_songs')
      .columns(['account_id', 'playlist_id', 'song_id', 'position'])
      .expression(
        trx
          .selectFrom('import_songs')
          .select(['account_id', 'playlist_id', 'song_id', 'position'])
          .where(isOfPlaylist(key))
          .where('song_id', 'in', valuesOf(some)),
      )
      .execute()
  }
  await deleteSongsOf(trx, 'import_songs', key)
  await unloadSongs(trx, userId, before)
  await loadSongs(trx, userId, [key.playlistId])
}

/** Returns an SQL condition that is true for the rows of this playlist in `playlist_songs` or `import_songs`. */
export const isOfPlaylist = ({ accountId, playlistId }: PlaylistKey) =>
  sql<SqlBool>`account_id = ${accountId} and playlist_id = ${playlistId}`

const songsOfUser = (trx: Db, userId: string) =>
  trx
    .selectFrom('playlist_songs')
    .innerJoin('playlists', (join) =>
      join
        .onRef('playlists.account_id', '=', 'playlist_songs.account_id')
        .onRef('playlists.id', '=', 'playlist_songs.playlist_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .where('accounts.user_id', '=', userId)
