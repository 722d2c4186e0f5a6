import type { Db } from '../../platform/db/tables.ts'
import { loadedSongs } from '../../songs/loaded-songs.ts'
import { isPlayable, songFacts } from '../../songs/songs.ts'
import { fallbackSongs, findFallback } from '../access/fallback-playlist.ts'
import { songsRefusedIn } from '../access/song-refusals.ts'
import type { ListedRow } from '../votes/store.ts'

/** The pool of a user: all loaded songs, and which of them random mode may not pick in a session (P3). */
export type SongPool = {
  ids: string[]
  isExcluded(songId: string): boolean
}

/**
 * Loads a user's pool for a session. For the user who set the fallback playlist, it has only the songs of that
 * playlist (H6).
 * @param negative the songs with a negative score (P3)
 * @param now epoch milliseconds
 */
export async function loadSongPool(
  db: Db,
  { ssid, userId, negative }: { ssid: string; userId: string; negative: ReadonlySet<string> },
  now: number,
): Promise<SongPool> {
  const fallback = await findFallback(db, ssid)
  const ids = fallback?.userId === userId ? await fallbackSongs(db, fallback) : await loadedSongs(db, userId)
  return poolOf(db, { ssid, ids, negative }, now)
}

/** Makes a pool of the songs `ids`, and finds which of them random mode may not pick in the session. */
export async function poolOf(
  db: Db,
  { ssid, ids, negative }: { ssid: string; ids: string[]; negative: ReadonlySet<string> },
  now: number,
): Promise<SongPool> {
  const facts = await songFacts(db, ids)
  const refused = await songsRefusedIn(db, ssid, ids, now)
  const isExcluded = (songId: string): boolean => {
    const song = facts.get(songId)
    return !song || !isPlayable(song) || negative.has(songId) || refused.has(songId)
  }
  return { ids, isExcluded }
}

/** Returns the ids of listed songs with a negative score. */
export function negativeSongs(listed: readonly Pick<ListedRow, 'songId' | 'score'>[]): Set<string> {
  return new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
}
