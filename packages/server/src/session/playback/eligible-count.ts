import { pickableCount, pickableSongs } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { findLoaded, loadedCounts, loadedUnplayable } from '../../songs/loaded-songs.ts'
import { PLAYABLE_SERVICE } from '../../songs/songs.ts'
import { findFallback } from '../access/fallback-playlist.ts'
import { findSession } from '../access/session-store.ts'
import { mayRefuse } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { loadSongPool, negativeSongs, type PoolRules } from './song-pool.ts'

/**
 * Counts the songs that random mode could pick now for each of these users (P3). If the session has no rules for songs,
 * the database counts the songs. Then only the ids of songs that may be excluded are loaded.
 * @param recent the last songs of the session, the newest first
 */
export async function countEligible(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  ssid: string,
  userIds: readonly string[],
  recent: readonly string[],
): Promise<Map<string, number>> {
  const session = await findSession(db, ssid, now())
  const fallback = await findFallback(db, ssid)
  const negative = negativeSongs(await listedSongs(db, ssid))
  // In these two cases the database alone would count too many songs. It does not know which songs the rules of the
  // session refuse. And for the person who set the fallback playlist, only the songs of that playlist count (H6).
  if (session && (fallback || mayRefuse(session)))
    return countWithRules(db, { session, fallback, negative }, userIds, recent)
  const sizes = await loadedCounts(db, userIds)
  const excluded = new Set(negative)
  const suspects = new Map(userIds.map((id) => [id, new Set<string>()]))
  for (const { userId, songId } of await loadedUnplayable(db, userIds, PLAYABLE_SERVICE)) {
    excluded.add(songId)
    suspects.get(userId)?.add(songId)
  }
  for (const { userId, songId } of await findLoaded(db, userIds, [...new Set([...recent, ...negative])]))
    suspects.get(userId)?.add(songId)
  return new Map(
    userIds.map((id) => [
      id,
      pickableCount(sizes.get(id) ?? 0, [...(suspects.get(id) ?? [])], recent, (songId) =>
        excluded.has(songId),
      ),
    ]),
  )
}

/**
 * Counts the songs of each user by reading and checking each song. It is needed if the session has rules for songs or a
 * fallback playlist, because the database cannot check these.
 */
async function countWithRules(
  db: Db,
  rules: PoolRules,
  userIds: readonly string[],
  recent: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const userId of userIds) {
    const { ids, isExcluded } = await loadSongPool(db, rules, userId)
    counts.set(userId, pickableSongs(ids, recent, isExcluded).length)
  }
  return counts
}
