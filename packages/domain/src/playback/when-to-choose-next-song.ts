import { endOf, isAhead, isOver, isPaused, type TimedSong } from './song-position.ts'

/** The next song is chosen and announced this many milliseconds before the end of the song that plays (P5). */
export const ANNOUNCE_AHEAD_MS = 10_000

/** What to do next for the playback of a session. */
export type PlaybackStep =
  /**
   * Nothing needs to be done now, because nothing plays, the song is paused or nobody is here (P6, H8).
   */
  | { readonly kind: 'rest' }
  /** Nothing is done before `until` (epoch milliseconds). */
  | { readonly kind: 'wait'; readonly until: number }
  /** Choose the next song and announce it for `startTime` (P5). */
  | { readonly kind: 'announce'; readonly startTime: number }
  /** Start the announced song as the one that plays now. */
  | { readonly kind: 'begin' }
  /**
   * The song has ended and no song was announced, so choose one for `startTime`. If there is none, nothing
   * plays (P1, P5).
   */
  | { readonly kind: 'choose'; readonly startTime: number }

/**
 * Returns when the song after this one must be chosen (P5): ten seconds before this song ends. If this song is
 * shorter than ten seconds, the next song is chosen when this song starts.
 */
export function announceTime(song: TimedSong): number {
  return Math.max(song.startTime, endOf(song) - ANNOUNCE_AHEAD_MS)
}

/**
 * Decides what to do next for the playback of a session (P4, P5, P6). After the clock was set back, the song that plays
 * starts in the future. It counts as over, because the music would stop until then.
 * @param playing the song that plays or played last; null when nothing plays
 * @param next the announced song, which may have ended too if nobody listened; null when there is none
 * @param now server epoch milliseconds
 * @param isKeptGoing whether anyone is here, or a speaker keeps the music going (P6, X6)
 */
export function nextStep(
  playing: TimedSong | null,
  next: TimedSong | null,
  now: number,
  isKeptGoing: boolean,
): PlaybackStep {
  if (playing === null || !isKeptGoing || isPaused(playing)) return { kind: 'rest' }
  if (isOver(playing, now) || isAhead(playing, now)) {
    if (next !== null && !isOver(next, now)) return { kind: 'begin' }
    return { kind: 'choose', startTime: now }
  }
  if (next !== null) return { kind: 'wait', until: endOf(playing) }
  if (now < announceTime(playing)) return { kind: 'wait', until: announceTime(playing) }
  return { kind: 'announce', startTime: endOf(playing) }
}
