import { setImmediate as nextTurn } from 'node:timers/promises'
import { inChunks } from '../../platform/db/in-chunks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { loadedSongs } from '../../songs/loaded-songs.ts'
import { isPlayable, songFacts } from '../../songs/songs.ts'
import { type FallbackPlaylist, fallbackSongs } from '../access/fallback-playlist.ts'
import type { StoredSession } from '../access/session-store.ts'
import { type SongRefusal, songRefusalsById } from '../access/song-refusals.ts'
import type { ListedRow } from '../votes/store.ts'

/**
 * What decides which songs random mode may pick in a session: the session, its fallback playlist (H6), and the songs
 * with a negative score (P3).
 */
export type PoolRules = {
  session: StoredSession
  fallback: FallbackPlaylist | null
  negative: ReadonlySet<string>
}

/** The pool of a user: all loaded songs, and which of them random mode may not pick in a session (P3). */
export type SongPool = {
  ids: string[]
  isExcluded(songId: string): boolean
  /** Whether all songs are excluded, whatever played and whatever score they have. */
  isRefusedForGood: boolean
}

/**
 * Loads a user's pool for a session. For the user who set the fallback playlist, it has only the songs of that
 * playlist (H6).
 */
export async function loadSongPool(db: Db, rules: PoolRules, userId: string): Promise<SongPool> {
  const { fallback } = rules
  const ids = fallback?.userId === userId ? await fallbackSongs(db, fallback) : await loadedSongs(db, userId)
  return poolOf(db, rules, ids)
}

/**
 * Makes a pool of the songs `ids`, and finds which of them random mode may not pick in the session. SQLite blocks the
 * event loop while it answers. So the server can handle other calls between two chunks of a large pool (O6).
 */
export async function poolOf(
  db: Db,
  { session, negative }: Pick<PoolRules, 'session' | 'negative'>,
  ids: string[],
): Promise<SongPool> {
  const excluded = new Set(negative)
  let isRefusedForGood = true
  for (const some of inChunks(ids)) {
    await nextTurn()
    const facts = await songFacts(db, some)
    const refusals = await songRefusalsById(db, session, some)
    for (const songId of some) {
      const song = facts.get(songId)
      const refusal = refusals.get(songId)
      const canPlay = song !== undefined && isPlayable(song)
      if (!canPlay || refusal) excluded.add(songId)
      if (canPlay && (!refusal || isOnlyForNow(refusal))) isRefusedForGood = false
    }
  }
  return { ids, isExcluded: (songId) => excluded.has(songId), isRefusedForGood }
}

/** Returns whether a song is refused only because it played a short time ago (H5). */
const isOnlyForNow = (refusal: SongRefusal): boolean => refusal.kind === 'rule' && refusal.rule === 'repeat'

/** Returns the ids of listed songs with a negative score. */
export function negativeSongs(listed: readonly Pick<ListedRow, 'songId' | 'score'>[]): Set<string> {
  return new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
}
