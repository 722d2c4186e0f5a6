import type { Score } from '../audio/score.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { composeSong } from './compose.ts'
import songGains from './song-gains.json' with { type: 'json' }

/**
 * The gain in dB that makes all songs equally loud, by track id. `write-song-gains.ts` writes these values to
 * `song-gains.json`.
 */
export const GAIN_DB: Readonly<Record<string, number>> = songGains

/** The loudness of all songs. It is low enough that the limiter hardly changes the peaks. */
export const TARGET_LUFS = -16.5

/**
 * Composes a bundled song with the gain that gives it the loudness `TARGET_LUFS`.
 * @throws for a track without a plan, such as a withdrawn song
 */
export function scoreOf(trackId: string): Score {
  const song = bundledSongs().plans.get(trackId)
  if (!song) throw new Error(`no song ${trackId}`)
  return composeSong(song.plan, song.artist, GAIN_DB[trackId] ?? 0)
}
