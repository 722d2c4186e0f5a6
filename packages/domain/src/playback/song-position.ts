/** A song with its start in server epoch milliseconds (P7) and its length in milliseconds. */
export interface TimedSong {
  readonly startTime: number
  readonly durationMs: number
  /** When the song was paused, in server epoch milliseconds (H8). Missing or null while it runs. */
  readonly pausedAt?: number | null
}

/** Returns when a song ends, in epoch milliseconds. */
export function endOf(song: TimedSong): number {
  return song.startTime + song.durationMs
}

/** Returns whether a song has ended (P4, P6). A paused song does not end (H8). */
export function isOver(song: TimedSong, now: number): boolean {
  return (song.pausedAt ?? now) >= endOf(song)
}

/** A running song starts at most this many milliseconds later than now, because the clocks of servers differ a little. */
export const MOST_AHEAD_MS = 1_000

/** Returns whether a running song starts in the future, because the clock was set back. */
export function isAhead(song: TimedSong, now: number): boolean {
  return !isPaused(song) && song.startTime > now + MOST_AHEAD_MS
}

/**
 * Returns the listener's position in a song, in milliseconds from its start and never outside the song.
 * @param now server epoch milliseconds
 * @param delayMs the time that the listener's device needs from the command to the sound
 */
export function positionMs(song: TimedSong, now: number, delayMs = 0): number {
  return Math.min(song.durationMs, Math.max(0, (song.pausedAt ?? now) - song.startTime + delayMs))
}

/** Returns whether a song is paused (H8). */
export function isPaused(song: TimedSong | null): boolean {
  return song !== null && (song.pausedAt ?? null) !== null
}

/**
 * Returns a song that continues after a pause of this length. Its start is later by the same time, so that its
 * position does not change (H8).
 */
export function afterPause<Song extends TimedSong>(song: Song, pausedMs: number): Song {
  return { ...song, startTime: song.startTime + pausedMs, pausedAt: null }
}
