import type { Db, Trx } from '../../platform/db/tables.ts'
import { countSongVotes } from './store.ts'
import { bumpWaiting, removeWishesOf } from './waiting-store.ts'

/** Counts again the votes for all songs for which these users have voted, because a ban began or ended (S5). */
export async function recountSongsOf(
  db: Db,
  ssid: string,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  if (userIds.length > 0) await recount(db, ssid, votedSongs(db, ssid).where('user_id', 'in', userIds), now)
}

/** Counts again the votes for all songs with down-votes, because the session switched down-votes on or off (H4). */
export function recountDownVoted(db: Db, ssid: string, now: number): Promise<void> {
  return recount(db, ssid, votedSongs(db, ssid).where('direction', '<', 0), now)
}

const votedSongs = (db: Db, ssid: string) =>
  db.selectFrom('votes').select('song_id').distinct().where('session_id', '=', ssid).orderBy('song_id')

async function recount(
  db: Db,
  ssid: string,
  songs: ReturnType<typeof votedSongs>,
  now: number,
): Promise<void> {
  const rows = await songs.execute()
  const keys = rows.map((row) => ({ ssid, songId: row.song_id }))
  await countSongVotes(db, keys, now)
}

/**
 * Withdraws all votes and song wishes of a user, and counts again the votes for these songs (A7, V2, H9). The caller
 * has locked the sessions.
 */
export async function withdrawAllVotes(trx: Trx, userId: string, now: number): Promise<void> {
  await bumpWaiting(trx, await removeWishesOf(trx, [userId]))
  // The user is no longer the person who added a song. If the song stays in the list, `countSongVotes` stores another
  // voter as the person who added it (H3).
  const added = await trx
    .updateTable('listed_songs')
    .set({ added_id: null })
    .where('added_id', '=', userId)
    .returning(['session_id as ssid', 'song_id as songId'])
    .execute()
  const withdrawn = await trx
    .deleteFrom('votes')
    .where('user_id', '=', userId)
    .returning(['session_id as ssid', 'song_id as songId'])
    .execute()
  const songs = new Map([...withdrawn, ...added].map((song) => [`${song.ssid} ${song.songId}`, song]))
  await countSongVotes(trx, [...songs.values()], now)
}
