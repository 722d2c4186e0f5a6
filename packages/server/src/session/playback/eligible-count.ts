import { pickableCount, pickableSongs } from '@jointly/domain'
import { findLoaded, loadedCounts, loadedUnplayable } from '../../songs/loaded-songs.ts'
import { PLAYABLE_SERVICE } from '../../songs/songs.ts'
import { findFallback } from '../access/fallback-playlist.ts'
import { refusesSongsIn } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { loadSongPool, negativeSongs } from './song-pool.ts'

type Context = Pick<SessionContext, 'db' | 'now'>

/**
 * Counts the songs that random mode could pick now for each of these users (P3). If the session has no rules for songs,
 * the database counts the songs. Then only the ids of songs that may be excluded are loaded.
 * @param recent the last songs of the session, the newest first
 */
export async function countEligible(
  context: Context,
  ssid: string,
  userIds: readonly string[],
  recent: readonly string[],
): Promise<Map<string, number>> {
  const { db } = context
  const negative = negativeSongs(await listedSongs(db, ssid))
  // In these two cases the database alone would count too many songs. It does not know which songs the rules of the
  // session refuse. And for the person who set the fallback playlist, only the songs of that playlist count (H6).
  if ((await refusesSongsIn(db, ssid, context.now())) || (await findFallback(db, ssid)))
    return countWithRules(context, { ssid, userIds, recent, negative })
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
  { db, now }: Context,
  {
    ssid,
    userIds,
    recent,
    negative,
  }: { ssid: string; userIds: readonly string[]; recent: readonly string[]; negative: ReadonlySet<string> },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const userId of userIds) {
    const { ids, isExcluded } = await loadSongPool(db, { ssid, userId, negative }, now())
    counts.set(userId, pickableSongs(ids, recent, isExcluded).length)
  }
  return counts
}
