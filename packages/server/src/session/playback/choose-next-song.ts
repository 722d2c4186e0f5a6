import { type ListedSong, overtakenBy, topSong } from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { songFacts } from '../../songs/songs.ts'
import { songsRefusedIn } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { chooseFallback } from './choose-fallback.ts'
import { chooseRandom } from './choose-random.ts'
import { loadLastTurns, type SongChoice } from './play-history.ts'
import { isPlayable } from './playable.ts'
import { negativeSongs } from './song-pool.ts'

/**
 * Chooses the song that plays next: the first song of the vote list, otherwise a song by random mode, otherwise a song
 * of the fallback playlist (P1, H6). Null if there is none. Nothing is stored.
 */
export async function chooseNextSong(
  trx: Trx,
  context: SessionContext,
  ssid: string,
): Promise<SongChoice | null> {
  const listed = await loadCandidates(trx, ssid, context.now())
  const lastTurns = await loadLastTurns(trx, ssid)
  const top = topSong(listed, { activeCount: Math.max(1, context.presence.count(ssid)), ledger: lastTurns })
  if (top === null) {
    const negative = negativeSongs(listed)
    const random = await chooseRandom(trx, context, ssid, { lastTurns, negative })
    return random ?? chooseFallback(trx, context, ssid, negative)
  }
  const overtaken = overtakenBy(listed, top).map(({ songId }) => songId)
  return { songId: top.songId, durationMs: top.durationMs, byId: top.behind, chosen: 'vote', overtaken }
}

/**
 * Loads the songs of the vote list. `refused` is true for songs that the session refuses (F3, H5), for unknown songs, and
 * for songs that cannot be played.
 */
async function loadCandidates(
  trx: Trx,
  ssid: string,
  now: number,
): Promise<(ListedSong & { durationMs: number })[]> {
  const rows = await listedSongs(trx, ssid)
  const ids = rows.map(({ songId }) => songId)
  const facts = await songFacts(trx, ids)
  const refused = await songsRefusedIn(trx, ssid, ids, now)
  return rows.map((row) => {
    const song = facts.get(row.songId)
    return {
      ...row,
      refused: !song || !isPlayable(song) || refused.has(row.songId),
      durationMs: song?.durationMs ?? 0,
    }
  })
}
