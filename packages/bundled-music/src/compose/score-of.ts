import type { Score } from '../audio/score.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { composeSong } from './compose.ts'
import { GAIN_DB } from './loudness.ts'

/** What every song is brought to; leaves the peaks room below the soft ceiling. */
export const TARGET_LUFS = -16.5

/** Composes a bundled song, at its measured loudness. Throws for a track that has no music of its own. */
export function scoreOf(trackId: string): Score {
  const song = bundledSongs().plans.get(trackId)
  if (!song) throw new Error(`no song ${trackId}`)
  return composeSong(song.plan, song.artist, GAIN_DB[trackId] ?? 0)
}
