import type { Track } from '@jointly/music-library'

export type Repeat = 'off' | 'track' | 'context'

/** What an account plays. There is one per account, wherever it sounds. Positions and times are ms. */
export type Playback = {
  /** Changes with every load, so that late reports about an earlier song are told apart. */
  readonly id: string
  readonly contextUri: string | null
  /** The songs of the context or of the play command, in playing order. */
  readonly trackIds: readonly string[]
  readonly index: number
  /** Songs put in by hand; they come before the rest of the context. */
  readonly queued: readonly string[]
  /** Position in the current song at `changedAtMs`. */
  readonly positionMs: number
  readonly changedAtMs: number
  readonly playing: boolean
  readonly shuffle: boolean
  readonly repeat: Repeat
}

export const currentTrackId = (playback: Playback): string => playback.trackIds[playback.index] ?? ''

/** Songs after the current one, the queued first. */
export const upcoming = (playback: Playback): readonly string[] => [
  ...playback.queued,
  ...playback.trackIds.slice(playback.index + 1),
]

/** Where the song is at `nowMs`, never past its end. */
export function positionAt(playback: Playback, track: Track | undefined, nowMs: number): number {
  const run = playback.playing ? nowMs - playback.changedAtMs : 0
  return Math.max(0, Math.min(playback.positionMs + run, track?.durationMs ?? Number.POSITIVE_INFINITY))
}

/**
 * The playback after its song ended or was skipped: the queued songs first, then the context, from the front again
 * when it repeats. Null when nothing follows.
 */
export function following(playback: Playback, reason: 'ended' | 'skipped'): Playback | null {
  if (playback.repeat === 'track' && reason === 'ended') return playback
  const [queued, ...rest] = playback.queued
  if (queued !== undefined) {
    const trackIds = playback.trackIds.toSpliced(playback.index + 1, 0, queued)
    return { ...playback, trackIds, index: playback.index + 1, queued: rest }
  }
  if (playback.index + 1 < playback.trackIds.length) return { ...playback, index: playback.index + 1 }
  return playback.repeat === 'context' ? { ...playback, index: 0 } : null
}

/** The songs still to come in another order; `chance` gives numbers in [0, 1). The current song stays. */
export function shuffled(playback: Playback, chance: () => number): Playback {
  const head = playback.trackIds.slice(0, playback.index + 1)
  const tail = playback.trackIds.slice(playback.index + 1)
  for (let last = tail.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1))
    const [a, b] = [tail[last], tail[other]]
    if (a !== undefined && b !== undefined) [tail[last], tail[other]] = [b, a]
  }
  return { ...playback, shuffle: true, trackIds: [...head, ...tail] }
}
