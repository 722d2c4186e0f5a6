import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Song } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { PLAYABLE_SERVICE, songsByIds } from '../../songs/songs.ts'

/**
 * The largest number of songs in a file. A playlist of the provider has the same limit. If more songs played, the file
 * has the newest songs.
 */
const MAX_SONGS = 10_000

/**
 * Identifies the songs that played in a session while a user was in it (T3). `visitAt` is the start of one visit in
 * epoch milliseconds, or null for all visits.
 */
export type VisitKey = { userId: string; ssid: string; visitAt: number | null }

/** Parses the id of a visit, or the id of a session for all its visits. */
export function visitKeyOf(userId: string, id: string): VisitKey {
  const ssid = id.slice(0, 36)
  return { userId, ssid, visitAt: id.length > 36 ? Number(id.slice(37)) : null }
}

/**
 * The number of all songs and of the playable songs. `from` and `to` are the start of the first and the last song, in
 * epoch milliseconds. `title` is the title of the session at the last of the visits.
 */
export type PlayedSummary = { title: string; songs: number; playable: number; from: number; to: number }

/** Summarises the songs that played during the visits of a key. Returns null if none played. */
export async function summaryOf(db: Db, key: VisitKey): Promise<PlayedSummary | null> {
  const counts = await selectPlayed(db, key)
    .leftJoin('songs', 'songs.id', 'heard_songs.song_id')
    .select((row) => [
      row.fn.countAll<number>().as('songs'),
      row.fn.countAll<number>().filterWhere('songs.service', '=', PLAYABLE_SERVICE).as('playable'),
      row.fn.min('start_at').as('from'),
      row.fn.max('start_at').as('to'),
    ])
    .executeTakeFirstOrThrow()
  if (counts.songs === 0) return null
  const visit = await db
    .selectFrom('visits')
    .select('title')
    .where('user_id', '=', key.userId)
    .where('session_id', '=', key.ssid)
    .$if(key.visitAt !== null, (query) => query.where('visit_at', '=', key.visitAt ?? 0))
    .orderBy('visit_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...counts, title: visit?.title ?? '' }
}

/** A song that the provider can play. `src` is its address at the provider. */
export type SongToSave = { startAt: number; songId: string; src: string }

/** Lists the first playable songs that started after `after` (epoch milliseconds), the oldest first. */
export async function songsToSave(
  db: Db,
  key: VisitKey,
  { after, limit }: { after: number; limit: number },
): Promise<SongToSave[]> {
  return selectPlayed(db, key)
    .innerJoin('songs', 'songs.id', 'heard_songs.song_id')
    .select(['start_at as startAt', 'song_id as songId', 'src'])
    .where('songs.service', '=', PLAYABLE_SERVICE)
    .where('start_at', '>', after)
    .orderBy('start_at')
    .limit(limit)
    .execute()
}

/** Counts the playable songs that started after `after` (epoch milliseconds). */
export async function countToSave(db: Db, key: VisitKey, after: number): Promise<number> {
  const { count } = await selectPlayed(db, key)
    .innerJoin('songs', 'songs.id', 'heard_songs.song_id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('songs.service', '=', PLAYABLE_SERVICE)
    .where('start_at', '>', after)
    .executeTakeFirstOrThrow()
  return count
}

/** A song with the time at which it started, in epoch milliseconds. */
export type PlayedSong = { song: Song; startAt: number }

/**
 * Lists the last `MAX_SONGS` songs that played, the oldest first. Deleted songs are left out. The list may be long, so it
 * is read in several turns of the event loop (O6).
 */
export async function playedSongs(db: Db, key: VisitKey): Promise<PlayedSong[]> {
  await nextTurn()
  const rows = await selectPlayed(db, key)
    .select(['song_id as songId', 'start_at as startAt'])
    .orderBy('start_at', 'desc')
    .limit(MAX_SONGS)
    .execute()
  const songs = await songsByIds(db, [...new Set(rows.map(({ songId }) => songId))])
  return rows.reverse().flatMap(({ songId, startAt }) => {
    const song = songs.get(songId)
    return song ? [{ song, startAt }] : []
  })
}

function selectPlayed(db: Db, { userId, ssid, visitAt }: VisitKey) {
  return db
    .selectFrom('heard_songs')
    .where('user_id', '=', userId)
    .where('session_id', '=', ssid)
    .$if(visitAt !== null, (query) => query.where('visit_at', '=', visitAt ?? 0))
}
