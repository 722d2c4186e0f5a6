import type { PlayedSong } from '../../songs/played-song.ts'

/** A choice not yet in time, and the listed songs that it overtakes (V4). */
export type Choice = Omit<PlayedSong, 'startTime'> & { overtaken: readonly string[] }
