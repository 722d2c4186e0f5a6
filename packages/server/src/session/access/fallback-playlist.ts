import type { Fallback } from '@jointly/contract'
import type { Db, Trx } from '../../platform/db/tables.ts'

/**
 * The playlist that plays when nobody votes and random mode finds no song, and the user whose playlist it is
 * (H6).
 */
export type FallbackPlaylist = { accountId: string; playlistId: string; userId: string }

/** Finds the fallback playlist of a session. Null if there is none, or if it is not loaded any more. */
export async function findFallback(db: Db, ssid: string): Promise<FallbackPlaylist | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('playlists', (join) =>
      join
        .onRef('playlists.account_id', '=', 'sessions.fallback_account')
        .onRef('playlists.id', '=', 'sessions.fallback_playlist'),
    )
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select(['playlists.account_id', 'playlists.id', 'accounts.user_id'])
    .where('sessions.id', '=', ssid)
    .where('playlists.load', '=', 1)
    .executeTakeFirst()
  return row ? { accountId: row.account_id, playlistId: row.id, userId: row.user_id } : null
}

/** Counts the songs of a fallback playlist. */
export async function fallbackCount(db: Db, { accountId, playlistId }: FallbackPlaylist): Promise<number> {
  const { count } = await db
    .selectFrom('playlist_songs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('playlist_id', '=', playlistId)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the ids of the songs of a fallback playlist, in the order of the playlist. */
export async function fallbackSongs(db: Db, { accountId, playlistId }: FallbackPlaylist): Promise<string[]> {
  const rows = await db
    .selectFrom('playlist_songs')
    .select('song_id')
    .where('account_id', '=', accountId)
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.song_id)
}

/**
 * Returns the fallback playlist as clients get it, or null without one. `state` is `gone` if it is not loaded any more.
 */
export async function presentFallback(
  db: Db,
  ssid: string,
  row: { fallback_playlist: string | null; fallback_title: string | null },
): Promise<Fallback | null> {
  const { fallback_playlist: id, fallback_title: title } = row
  if (id === null) return null
  return { id, title: title ?? '', state: (await findFallback(db, ssid)) ? 'ready' : 'gone' }
}

/**
 * Finds a playlist that a user has loaded. If several accounts of the user have it, the account that was linked first
 * is used.
 */
async function findLoadedPlaylist(db: Db, userId: string, playlistId: string) {
  return db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select(['playlists.account_id', 'playlists.id', 'playlists.title'])
    .where('accounts.user_id', '=', userId)
    .where('playlists.id', '=', playlistId)
    .where('playlists.load', '=', 1)
    .orderBy('playlists.account_id')
    .executeTakeFirst()
}

/** Returns whether a user has loaded a playlist. Only then may the user set it as fallback playlist. */
export async function hasLoaded(db: Db, userId: string, playlistId: string): Promise<boolean> {
  return (await findLoadedPlaylist(db, userId, playlistId)) !== undefined
}

/** Removes the playlists of a deleted user from the sessions where they are the fallback playlist (A7). */
export async function clearFallbacksOf(trx: Trx, userId: string): Promise<void> {
  const accounts = trx.selectFrom('accounts').select('id').where('user_id', '=', userId)
  await trx
    .updateTable('sessions')
    .set((row) => ({
      fallback_account: null,
      fallback_playlist: null,
      fallback_title: null,
      version: row('version', '+', 1),
    }))
    .where('fallback_account', 'in', accounts)
    .execute()
}

/** Stores a playlist of the user as the fallback of a session. Null removes the fallback. */
export async function storeFallback(
  trx: Trx,
  { ssid, userId }: { ssid: string; userId: string },
  playlistId: string | null,
): Promise<void> {
  const found = playlistId === null ? undefined : await findLoadedPlaylist(trx, userId, playlistId)
  await trx
    .updateTable('sessions')
    .set({
      fallback_account: found?.account_id ?? null,
      fallback_playlist: found?.id ?? null,
      fallback_title: found?.title ?? null,
    })
    .where('id', '=', ssid)
    .execute()
}
