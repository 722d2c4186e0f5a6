/** A song in time: its start in server epoch milliseconds (P7), its length in milliseconds. */
export interface TimedSong {
  readonly startTime: number
  readonly durationMs: number
}

/** How long before the end of a song the next one is chosen and announced (P5). */
export const ANNOUNCE_AHEAD_MS = 10_000

/** What a session's playback is to do now. */
export type Move =
  /** Nothing plays, or nobody listens: nothing happens by itself (P6). */
  | { readonly kind: 'rest' }
  /** Nothing is to be done before `until` (epoch milliseconds). */
  | { readonly kind: 'wait'; readonly until: number }
  /** Choose the next song and announce it for `startTime` (P5). */
  | { readonly kind: 'announce'; readonly startTime: number }
  /** The announced song begins: it is the one that plays now. */
  | { readonly kind: 'begin' }
  /** The song is over and none was announced: choose one for `startTime`, or nothing plays (P1, P5). */
  | { readonly kind: 'choose'; readonly startTime: number }

/** When a song ends, in epoch milliseconds. */
export function endOf(song: TimedSong): number {
  return song.startTime + song.durationMs
}

/** Whether a song's time has passed (P4, P6). */
export function isOver(song: TimedSong, now: number): boolean {
  return now >= endOf(song)
}

/** When the song after this one is due to be chosen (P5): ten seconds before the end, at the earliest at its start. */
export function announceTime(song: TimedSong): number {
  return Math.max(song.startTime, endOf(song) - ANNOUNCE_AHEAD_MS)
}

/**
 * Where in a song a listener stands, in milliseconds from its start; never outside the song.
 *
 * @param now server epoch milliseconds
 * @param delayMs what the listener's device adds between the command and the sound
 */
export function positionMs(song: TimedSong, now: number, delayMs = 0): number {
  return Math.min(song.durationMs, Math.max(0, now - song.startTime + delayMs))
}

/**
 * When a song chosen now starts (P5): at the end of the running one if chosen before it, else now.
 *
 * @param playing the running song; null when nothing plays
 */
export function startTimeAfter(playing: TimedSong | null, now: number): number {
  return playing === null ? now : Math.max(now, endOf(playing))
}

/**
 * What a session's playback is to do (P4, P5, P6). An announced song whose own time has passed too, because nobody
 * listened or no server ran, is over like the one before it.
 *
 * @param playing the song that runs or ran last; null when nothing plays
 * @param next the announced song; null when none is
 * @param now server epoch milliseconds
 * @param activeCount how many listen now
 */
export function moveAt(
  playing: TimedSong | null,
  next: TimedSong | null,
  now: number,
  activeCount: number,
): Move {
  if (playing === null || activeCount === 0) return { kind: 'rest' }
  if (isOver(playing, now)) {
    if (next !== null && !isOver(next, now)) return { kind: 'begin' }
    return { kind: 'choose', startTime: now }
  }
  if (next !== null) return { kind: 'wait', until: endOf(playing) }
  if (now < announceTime(playing)) return { kind: 'wait', until: announceTime(playing) }
  return { kind: 'announce', startTime: endOf(playing) }
}
