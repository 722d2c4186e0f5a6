import type { NowPlaying } from '@jointly/contract'

/** The last song of which a screen reader knows. */
export type KnownSong = {
  readonly id: string | null
  readonly startTime: number | null
  readonly isPaused: boolean
}

/**
 * Decides whether a new song has begun (M14). The start of a song also moves when the song continues after a pause
 * (H8), and a song can be chosen twice in a row, so neither the id nor the start is enough.
 *
 * @param known null before the session is loaded
 * @returns the song that is known from now on, and whether it has just begun
 */
export function findNewSong(
  known: KnownSong | null,
  { song, startTime, pausedAt }: NowPlaying,
): { known: KnownSong; isNew: boolean } {
  const isPaused = pausedAt !== undefined
  const now = { id: song?.id ?? null, startTime, isPaused }
  if (known === null || song === null) return { known: now, isNew: false }
  const isSame = known.id === song.id
  // A song that was skipped to during a pause begins when the session continues.
  if (isPaused) return { known: isSame ? now : known, isNew: false }
  return { known: now, isNew: !isSame || (known.startTime !== startTime && !known.isPaused) }
}
