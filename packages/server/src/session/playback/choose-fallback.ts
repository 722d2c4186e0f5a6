import { pickFromPool } from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { songById } from '../../songs/songs.ts'
import { fallbackSongs, findFallback } from '../access/fallback.ts'
import type { SessionContext } from '../context.ts'
import { recentSongIds, type SongChoice } from './play-history.ts'
import { poolOf } from './song-pool.ts'

/**
 * Chooses a random song of the fallback playlist (H6). The choice counts as a turn of no user. Null if no such playlist
 * is loaded, or if none of its songs may be chosen now.
 */
export async function chooseFallback(
  trx: Trx,
  { random, now }: SessionContext,
  ssid: string,
  negative: ReadonlySet<string>,
): Promise<SongChoice | null> {
  const fallback = await findFallback(trx, ssid)
  if (fallback === null) return null
  const ids = await fallbackSongs(trx, fallback)
  const { isExcluded } = await poolOf(trx, { ssid, ids, negative }, now())
  const picked = pickFromPool(ids, await recentSongIds(trx, ssid), isExcluded, random)
  const song = picked === null ? undefined : await songById(trx, picked)
  return song
    ? { songId: song.id, durationMs: song.duration, byId: null, chosen: 'fallback', overtaken: [] }
    : null
}
