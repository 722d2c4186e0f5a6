import type { Song } from '@jointly/contract'
import type { SongFacts } from '../../songs/songs.ts'

/** Only songs whose first source is this service can be played and chosen (P3). */
export const PLAYABLE_SERVICE = 'spotify'

export function isPlayable({ durationMs, service }: SongFacts): boolean {
  return service === PLAYABLE_SERVICE && durationMs > 0
}

/** The facts of a song in its wire form. */
export function factsOf({ duration, sources }: Song): SongFacts {
  return { durationMs: duration, service: sources[0]?.service ?? '' }
}
