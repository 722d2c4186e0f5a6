import { endOf, isPaused } from '@jointly/domain'
import type { Playback } from './store.ts'

// This file has the retries after no song was found. After an error there is nothing to store: the transaction is rolled
// back, so `dueAt` is still in the past, and the next run of the job in `due-sessions.ts` tries again.

/** If no song can be chosen, the next attempt is made after this many milliseconds. */
const RETRY_MS = 1_000

/**
 * If no song can be chosen, a session looks for one until this many milliseconds after the end of the last song (P6).
 * After a restart of the server, the people with songs may come back late.
 */
const LOOK_FOR_SONG_MS = 120_000

/**
 * Returns the playback after no song was found to announce. The next attempt is made soon, and no later than at the end
 * of the song that plays.
 * @param now epoch milliseconds
 */
export function retryBeforeEnd(before: Playback, now: number): Playback {
  const end = before.playing === null ? now : endOf(before.playing)
  return { ...before, next: null, dueAt: Math.min(end, now + RETRY_MS) }
}

/**
 * Returns the playback after no song was found although the last one has ended.
 * @param now epoch milliseconds
 * @returns null if the session does not look for a song any more (P6)
 */
export function retryAfterEnd(before: Playback, now: number): Playback | null {
  const end = before.playing === null ? 0 : endOf(before.playing)
  const isLooking = end <= now && now < end + LOOK_FOR_SONG_MS
  return isLooking ? { ...before, next: null, dueAt: now + RETRY_MS } : null
}

/**
 * Returns whether nothing plays because the last song has ended and the session still looks for another one
 * (P6).
 */
export function looksForSong({ playing, dueAt }: Playback): boolean {
  return playing !== null && dueAt !== null && !isPaused(playing) && dueAt > endOf(playing)
}
