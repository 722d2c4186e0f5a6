import { setImmediate as nextTurn } from 'node:timers/promises'
import { inChunks } from '../../platform/db/in-chunks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { loadedSongs } from '../../songs/loaded-songs.ts'
import { isPlayable, songFacts } from '../../songs/songs.ts'
import { fallbackSongs, findFallback } from '../access/fallback-playlist.ts'
import { findSession } from '../access/session-store.ts'
import { songRefusalsById } from '../access/song-refusals.ts'
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

/**
 * Makes a pool of the songs `ids`, and finds which of them random mode may not pick in the session. SQLite blocks the
 * event loop while it answers. So the server can handle other calls between two chunks of a large pool (O6).
 */
export async function poolOf(
  db: Db,
  { ssid, ids, negative }: { ssid: string; ids: string[]; negative: ReadonlySet<string> },
  now: number,
): Promise<SongPool> {
  const session = await findSession(db, ssid, now)
  const excluded = new Set(negative)
  for (const some of inChunks(ids)) {
    await nextTurn()
    const facts = await songFacts(db, some)
    const refusals = session ? await songRefusalsById(db, session, some) : null
    for (const songId of some) {
      const song = facts.get(songId)
      if (!song || !isPlayable(song) || refusals?.has(songId)) excluded.add(songId)
    }
  }
  return { ids, isExcluded: (songId) => excluded.has(songId) }
}

/** Returns the ids of listed songs with a negative score. */
export function negativeSongs(listed: readonly Pick<ListedRow, 'songId' | 'score'>[]): Set<string> {
  return new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
}
