import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { valuesOf } from '../platform/db/json-rows.ts'
import type { Db, Trx } from '../platform/db/tables.ts'

/**
 * Changes of many songs at once. `loaded_songs` has the songs of all chosen playlists of a user, each song once (P3).
 * The transaction of the caller has locked the user, so that no other change of the playlists runs meanwhile.
 *
 * A library may have a hundred thousand songs. Each statement changes only some rows and has its own turn of the event
 * loop, because one statement for all rows would block the thread on SQLite (O6).
 */

/** SQLite changes this many rows in about 10 ms. */
const ROWS_PER_TURN = 500
/** Playlists without songs only need to be read. */
const PLAYLISTS_PER_TURN = 100

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
    for await (const some of inTurns(await songIdsOf(trx, userId, playlistId)))
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

/** Unloads those of these songs that are in no chosen playlist. */
export async function unloadSongs(trx: Trx, userId: string, songIds: readonly string[]): Promise<void> {
  for await (const some of inTurns(songIds))
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
  // An import that stores a page locks its playlist before its songs. In another order the two could deadlock.
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const deleted = playlists.filter((playlist) => only?.has(playlist.id) ?? true)
  for (const [index, { id }] of deleted.entries()) {
    // Most playlists of a long list have no songs, and so no turns of their own.
    if (index % PLAYLISTS_PER_TURN === 0) await nextTurn()
    for (const table of ['import_songs', 'playlist_songs'] as const) {
      const isOfPlaylist = sql<SqlBool>`account_id = ${accountId} and playlist_id = ${id}`
      const rows = await trx.selectFrom(table).select('song_id').where(isOfPlaylist).execute()
      const songIds = rows.map((row) => row.song_id)
      for await (const some of inTurns(songIds))
        await trx.deleteFrom(table).where(isOfPlaylist).where('song_id', 'in', valuesOf(some)).execute()
      if (table === 'playlist_songs') await unloadSongs(trx, userId, songIds)
    }
  }
}

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

/** Splits ids into lists, each in its own turn of the event loop. */
async function* inTurns(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += ROWS_PER_TURN) {
    await nextTurn()
    yield ids.slice(start, start + ROWS_PER_TURN)
  }
}
