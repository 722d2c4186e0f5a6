import type { Song } from '@jointly/contract'

/** The service whose songs can be played: only songs whose first source it is are chosen (P3). */
const PLAYABLE_SERVICE = 'spotify'

export function isPlayable(song: Song): boolean {
  return song.sources[0]?.service === PLAYABLE_SERVICE && song.duration > 0
}
