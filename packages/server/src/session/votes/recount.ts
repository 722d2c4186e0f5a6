import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/tables.ts'
import type { SessionUser } from '../access/session-store.ts'
import { songKeyOf } from './decide-votes.ts'
import { countSongVotes, type SongKey, songKeys } from './store.ts'
import { bumpWaiting, removeWishesOf } from './waiting-store.ts'

/**
 * Counts again the votes for all songs for which these users have voted, because a ban began or ended (S5).
 * @returns the users whose number of added songs changed
 */
export async function recountSongsOf(
  db: Db,
  ssid: string,
  userIds: readonly string[],
  now: number,
): Promise<SessionUser[]> {
  if (userIds.length === 0) return []
  return recountVoted(db, ssid, votedSongs(db, ssid).where('user_id', 'in', userIds), now)
}

/**
 * Counts again the votes for all songs with down-votes, because the session switched down-votes on or off (H4).
 * @returns the users whose number of added songs changed
 */
export function recountDownVoted(db: Db, ssid: string, now: number): Promise<SessionUser[]> {
  return recountVoted(db, ssid, votedSongs(db, ssid).where('direction', '<', 0), now)
}

const votedSongs = (db: Db, ssid: string) =>
  db.selectFrom('votes').select('song_id').distinct().where('session_id', '=', ssid).orderBy('song_id')

async function recountVoted(
  db: Db,
  ssid: string,
  songs: ReturnType<typeof votedSongs>,
  now: number,
): Promise<SessionUser[]> {
  const rows = await songs.execute()
  return recount(
    db,
    rows.map((row) => ({ ssid, songId: row.song_id })),
    now,
  )
}

/**
 * Counts again the votes for songs.
 * @returns the users whose number of added songs changed (H3), because a song left the list, came back, or belongs to
 * another user now
 */
async function recount(db: Db, songs: readonly SongKey[], now: number): Promise<SessionUser[]> {
  const before = await addersOf(db, songs)
  await countSongVotes(db, songs, now)
  const after = await addersOf(db, songs)
  const affected = songs.flatMap((song) => {
    const adders = [before.get(songKeyOf(song)), after.get(songKeyOf(song))]
    if (adders[0] === adders[1]) return []
    return adders.flatMap((userId) => (userId ? [{ ssid: song.ssid, userId }] : []))
  })
  return [...new Map(affected.map((user) => [`${user.ssid} ${user.userId}`, user])).values()]
}

/** Returns the users who added these songs, by song. A song that is not listed is left out. */
async function addersOf(db: Db, songs: readonly SongKey[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<SongKey & { userId: string | null }>`
    select session_id as "ssid", song_id as "songId", added_id as "userId" from listed_songs
    where (session_id, song_id) in ${songKeys(songs)}`.execute(db)
  return new Map(rows.map((row) => [songKeyOf(row), row.userId]))
}

/**
 * Withdraws all votes and song wishes of a user, and counts again the votes for these songs (A7, V2, H9). The caller
 * has locked the sessions.
 * @returns the users whose number of added songs changed
 */
export async function withdrawAllVotes(trx: Trx, userId: string, now: number): Promise<SessionUser[]> {
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
  const songs = new Map([...withdrawn, ...added].map((song) => [songKeyOf(song), song]))
  return recount(trx, [...songs.values()], now)
}
