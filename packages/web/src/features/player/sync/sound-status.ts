/** A position that is heard, and when. */
export type HeardPosition = {
  readonly positionMs: number
  /** Own monotonic time. */
  readonly atMs: number
  /** How exact the position is, in ± milliseconds. Null where the browser does not report its output latency. */
  readonly withinMs: number | null
}

/** What the provider's player reports at one moment. */
export type PlayerSample = {
  /** Own monotonic time. */
  readonly atMs: number
  /** Null while another device plays. */
  readonly sound: {
    readonly positionMs: number
    readonly paused: boolean
    readonly loading: boolean
    /** Null where the player does not report it, or nothing is heard. */
    readonly heard: HeardPosition | null
    /** All ids of the song: the provider may play a song under another id. */
    readonly songIds: readonly string[]
  } | null
}

/** How far the sound is behind the session. */
export type SyncOffset = {
  /** Negative when ahead. */
  readonly behindMs: number
  /** How exact `behindMs` is, in ± milliseconds. Null while unknown. */
  readonly withinMs: number | null
}

/**
 * `unknown`: too early to judge. `heard`: the position moves. `blocked`: the player stays paused after a play command.
 * `stalled`: not paused, but the position does not move. `elsewhere`: another device plays. `wrong-song`: another song
 * plays.
 */
export type SoundStatus = 'unknown' | 'heard' | 'blocked' | 'stalled' | 'elsewhere' | 'wrong-song'

const EARLY_MS = 2_500
/** The share of real time that a position must move by. */
const SLOWEST_RATE = 0.15

/**
 * Whether a song can be heard after its play command.
 *
 * @param startMs own monotonic time of the command
 * @param before an earlier sample of the same song
 * @param now the newest sample
 */
export function soundStatusOf(
  songId: string,
  startMs: number,
  before: PlayerSample,
  now: PlayerSample,
): SoundStatus {
  const isEarly = now.atMs - startMs < EARLY_MS
  if (now.sound === null) return isEarly || before.sound !== null ? 'unknown' : 'elsewhere'
  if (!now.sound.songIds.includes(songId)) return isEarly ? 'unknown' : 'wrong-song'
  if (now.sound.paused) return isEarly || before.sound?.paused !== true ? 'unknown' : 'blocked'
  if (now.sound.heard !== null) return 'heard'
  if (before.sound === null) return 'unknown'
  const movedMs = now.sound.positionMs - before.sound.positionMs
  if (!now.sound.loading && movedMs > (now.atMs - before.atMs) * SLOWEST_RATE) return 'heard'
  return isEarly ? 'unknown' : 'stalled'
}

/**
 * How far the sound is behind the session. Null when the sample cannot say.
 *
 * @param expectedMs the position that the session has at the time of the sample
 */
export function behindMs(sample: PlayerSample, expectedMs: number, durationMs: number): number | null {
  const { sound } = sample
  if (sound === null || sound.paused || sound.loading) return null
  // Some states have a position in seconds, or one beyond the end.
  if (sound.positionMs <= 0 || sound.positionMs > durationMs) return null
  return expectedMs - sound.positionMs
}
