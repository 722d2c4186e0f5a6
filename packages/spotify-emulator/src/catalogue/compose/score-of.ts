import type { Score } from '../../audio/score.ts'
import { bundledSongs } from '../songs.ts'
import { composeSong } from './compose.ts'
import { GAIN_DB } from './loudness.ts'

/** Composes a bundled song, at its measured loudness. Throws for a track that has no music of its own. */
export function scoreOf(trackId: string): Score {
  const song = bundledSongs().plans.get(trackId)
  if (!song) throw new Error(`no song ${trackId}`)
  return composeSong(song.plan, song.artist, GAIN_DB[trackId] ?? 0)
}
