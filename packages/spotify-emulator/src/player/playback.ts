import type { Track } from '@jointly/music-library'

export type Repeat = 'off' | 'track' | 'context'

/** The most songs in the list that plays: those of a full playlist and a full queue (B4). */
const maxTracks = 10_200

/** The songs that play for an account on its active device. Positions and times are in milliseconds. */
export type Playback = {
  /** A new id for every load. With it, the provider ignores late reports about an earlier load. */
  readonly id: string
  readonly contextUri: string | null
  /** The songs of the context or of the play command, in playing order. */
  readonly trackIds: readonly string[]
  readonly index: number
  /** Songs that a person added to the queue. They play before the remaining songs of the context. */
  readonly queued: readonly string[]
  /** The position in the current song at the time `changedAtMs`. */
  readonly positionMs: number
  readonly changedAtMs: number
  readonly playing: boolean
  readonly shuffle: boolean
  readonly repeat: Repeat
}

export const currentTrackId = (playback: Playback): string => playback.trackIds[playback.index] ?? ''

/** Lists the songs after the current one, queued songs first. */
export const upcoming = (playback: Playback): readonly string[] => [
  ...playback.queued,
  ...playback.trackIds.slice(playback.index + 1),
]

/** Returns the position in the song at `nowMs`. It is at most the song's duration. */
export function positionAt(playback: Playback, track: Track | undefined, nowMs: number): number {
  const run = playback.playing ? nowMs - playback.changedAtMs : 0
  return Math.max(0, Math.min(playback.positionMs + run, track?.durationMs ?? Number.POSITIVE_INFINITY))
}

/**
 * Returns the playback of the next song, after the current song ended or was skipped. Queued songs come first, then
 * the songs of the context. Null if there is no next song.
 */
export function nextPlayback(playback: Playback, reason: 'ended' | 'skipped'): Playback | null {
  if (playback.repeat === 'track' && reason === 'ended') return playback
  const [queued, ...rest] = playback.queued
  if (queued !== undefined) {
    const trackIds = playback.trackIds.toSpliced(playback.index + 1, 0, queued)
    // Without the limit, a person who adds songs to the queue and skips them could make the list longer without end.
    const surplus = Math.max(0, trackIds.length - maxTracks)
    return {
      ...playback,
      trackIds: trackIds.slice(surplus),
      index: playback.index + 1 - surplus,
      queued: rest,
    }
  }
  if (playback.index + 1 < playback.trackIds.length) return { ...playback, index: playback.index + 1 }
  return playback.repeat === 'context' ? { ...playback, index: 0 } : null
}

/** Shuffles the songs after the current one. */
function shuffled(playback: Playback): Playback {
  const head = playback.trackIds.slice(0, playback.index + 1)
  const tail = playback.trackIds.slice(playback.index + 1)
  for (let last = tail.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a, b] = [tail[last], tail[other]]
    if (a !== undefined && b !== undefined) [tail[last], tail[other]] = [b, a]
  }
  return { ...playback, shuffle: true, trackIds: [...head, ...tail] }
}

/** A change of a playback that does not affect the current song. */
export type Adjustment =
  | { readonly enqueue: string }
  | { readonly repeat: Repeat }
  | { readonly shuffle: boolean }
  | { readonly volumePercent: number }

/** Returns the playback with a song added to the queue, or with a new repeat or shuffle mode. */
export function adjustedPlayback(
  playback: Playback,
  change: Exclude<Adjustment, { readonly volumePercent: number }>,
): Playback {
  if ('enqueue' in change) return { ...playback, queued: [...playback.queued, change.enqueue] }
  if ('repeat' in change) return { ...playback, repeat: change.repeat }
  return change.shuffle ? shuffled(playback) : { ...playback, shuffle: false }
}
