import type { Song } from '@jointly/contract'
import type { SongFacts } from '../../songs/songs.ts'

/** A song can be chosen and played only if its first source is this service (P3). */
export const PLAYABLE_SERVICE = 'spotify'

export function isPlayable({ durationMs, service }: SongFacts): boolean {
  return service === PLAYABLE_SERVICE && durationMs > 0
}

/** Returns the facts that the rules need about a song. */
export function factsOf({ duration, sources }: Song): SongFacts {
  return { durationMs: duration, service: sources[0]?.service ?? '' }
}
