/** A song with its start in server epoch milliseconds (P7) and its length in milliseconds. */
export interface TimedSong {
  readonly startTime: number
  readonly durationMs: number
}

/** Returns when a song ends, in epoch milliseconds. */
export function endOf(song: TimedSong): number {
  return song.startTime + song.durationMs
}

/** Returns whether a song has ended (P4, P6). */
export function isOver(song: TimedSong, now: number): boolean {
  return now >= endOf(song)
}

/**
 * Returns the listener's position in a song, in milliseconds from its start and never outside the song.
 * @param now server epoch milliseconds
 * @param delayMs the time that the listener's device needs from the command to the sound
 */
export function positionMs(song: TimedSong, now: number, delayMs = 0): number {
  return Math.min(song.durationMs, Math.max(0, now - song.startTime + delayMs))
}
