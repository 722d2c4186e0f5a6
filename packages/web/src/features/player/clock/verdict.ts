/** A position that is heard, and when; within ± `withinMs`, null where the browser does not say how long its output takes. */
export type Heard = {
  readonly positionMs: number
  /** Own monotonic time. */
  readonly atMs: number
  readonly withinMs: number | null
}

/** What the provider's player says of itself at one moment. */
export type PlayerSample = {
  /** Own monotonic time. */
  readonly atMs: number
  /** Null: this device is not the one that plays. */
  readonly sound: {
    readonly positionMs: number
    readonly paused: boolean
    readonly loading: boolean
    /** What is heard, where the player knows; null otherwise. */
    readonly heard: Heard | null
    /** The ids under which what plays is known: a song may play under another id than was asked for. */
    readonly songIds: readonly string[]
  } | null
}

/**
 * `early`: too soon to say. `heard`: the position moves. `blocked`: paused although told to play. `stalled`: not
 * paused, but the position does not move. `elsewhere`: another device took over. `foreign`: another song plays.
 */
export type Verdict = 'early' | 'heard' | 'blocked' | 'stalled' | 'elsewhere' | 'foreign'

const PATIENCE_MS = 2_500
const MOVES_BY = 0.15

/**
 * Whether a song that was told to play can be heard.
 *
 * @param toldMs when it was told, own monotonic time
 * @param before an earlier sample of the same song
 * @param now the newest sample
 */
export function verdictOf(songId: string, toldMs: number, before: PlayerSample, now: PlayerSample): Verdict {
  const isEarly = now.atMs - toldMs < PATIENCE_MS
  if (now.sound === null) return isEarly || before.sound !== null ? 'early' : 'elsewhere'
  if (!now.sound.songIds.includes(songId)) return isEarly ? 'early' : 'foreign'
  if (now.sound.paused) return isEarly || before.sound?.paused !== true ? 'early' : 'blocked'
  if (now.sound.heard !== null) return 'heard'
  if (before.sound === null) return 'early'
  const movedMs = now.sound.positionMs - before.sound.positionMs
  if (!now.sound.loading && movedMs > (now.atMs - before.atMs) * MOVES_BY) return 'heard'
  return isEarly ? 'early' : 'stalled'
}

/** How far the sound lies behind the session; null when the sample says nothing about it. */
export function behindMs(sample: PlayerSample, expectedMs: number, durationMs: number): number | null {
  const { sound } = sample
  if (sound === null || sound.paused || sound.loading) return null
  // Some states come with a position in seconds, or beyond the end.
  if (sound.positionMs <= 0 || sound.positionMs > durationMs) return null
  return expectedMs - sound.positionMs
}
