import type { Song } from '@jointly/contract'
import type { SongFacts } from '../../songs/songs.ts'

/** The service whose songs can be played: only songs whose first source it is are chosen (P3). */
export const PLAYABLE_SERVICE = 'spotify'

export function isPlayable({ durationMs, service }: SongFacts): boolean {
  return service === PLAYABLE_SERVICE && durationMs > 0
}

/** What the rules ask of a song, from its wire form. */
export function factsOf({ duration, sources }: Song): SongFacts {
  return { durationMs: duration, service: sources[0]?.service ?? '' }
}
