import type { Track } from '../controller/playback-plan.ts'
/** A position in a song, and the time at which people hear it. `atMs` is monotonic time of this device. */
export type AudiblePosition = {
  readonly positionMs: number
  readonly atMs: number
  /** The largest error of the position, in ± milliseconds. Null if the browser does not report its output latency. */
  readonly withinMs: number | null
}

/**
 * What the player does with its song. `ended`: the file has played to its end. Spotify's player reports `paused`
 * instead.
 */
export type PlaybackState = 'playing' | 'paused' | 'loading' | 'ended'

/** The report of the provider's player at one moment. */
export type PlayerSample = {
  /** The time of the sample, in monotonic time of this device. */
  readonly atMs: number
  /**
   * The song and the position of the player. Null while the player has no song, for example because another device
   * plays.
   */
  readonly sound: {
    readonly positionMs: number
    readonly state: PlaybackState
    /** The position that people hear. Null if the player does not report it, or if people hear nothing. */
    readonly audiblePosition: AudiblePosition | null
    /** All ids of the song. The provider may play a song under another id. */
    readonly songIds: readonly string[]
  } | null
}

/** The difference between the sound of this device and the position of the session. */
export type SyncOffset = {
  /** How far the sound is behind the session. Negative if the sound is ahead. */
  readonly behindMs: number
  /** The largest error of `behindMs`, in ± milliseconds. Null while it is unknown. */
  readonly errorMs: number | null
}

/**
 * What the samples show about the sound. `unknown`: it is too early to decide. `audible`: the position changes.
 * `blocked`: the player stays paused after a play command. `stalled`: the player is not paused, but the position does
 * not change. `elsewhere`: another device plays. `wrong-song`: the player plays another song.
 * `ended`: the file of the song ended long before the song does. `over`: it ended at the end of the song.
 */
export type SoundStatus =
  | 'unknown'
  | 'audible'
  | 'blocked'
  | 'stalled'
  | 'elsewhere'
  | 'wrong-song'
  | 'ended'
  | 'over'

const EARLY_MS = 2_500
/** If the position changes at less than this fraction of the normal speed, people do not hear the song. */
const SLOWEST_RATE = 0.15

/**
 * Decides whether people hear a song after its play command.
 * @param startMs the earliest time at which people can hear the song, in monotonic time of this device
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
  if (isPaused(now)) return isEarly || !isPaused(before) ? 'unknown' : 'blocked'
  if (now.sound.audiblePosition !== null) return 'audible'
  if (before.sound === null) return 'unknown'
  const movedMs = now.sound.positionMs - before.sound.positionMs
  if (now.sound.state === 'playing' && movedMs > (now.atMs - before.atMs) * SLOWEST_RATE) return 'audible'
  return isEarly ? 'unknown' : 'stalled'
}

const isPaused = ({ sound }: PlayerSample): boolean => sound?.state === 'paused' || sound?.state === 'ended'

/**
 * Returns how far the sound is behind the session, in milliseconds. Null if the sample has no usable position.
 * @param expectedMs the position of the session at the time of the sample
 */
export function behindMs(sample: PlayerSample, expectedMs: number, durationMs: number): number | null {
  const { sound } = sample
  if (sound?.state !== 'playing') return null
  // In some states, players report the position 0 or a position after the end of the song. These positions are
  // ignored.
  if (sound.positionMs <= 0 || sound.positionMs > durationMs) return null
  return expectedMs - sound.positionMs
}

/** A song may end this number of milliseconds before the session expects it. */
const EARLY_END_MS = 2_000

/**
 * Returns the status of a song whose file has ended. Null if the file of this song has not ended.
 * @param expectedMs the position of the session at the time of the sample; null while it is unknown
 */
export function endStatusOf(
  { song, durationMs }: Track,
  { sound }: PlayerSample,
  expectedMs: number | null,
): 'ended' | 'over' | null {
  if (sound?.state !== 'ended' || !sound.songIds.includes(song.id)) return null
  return expectedMs !== null && expectedMs < durationMs - EARLY_END_MS ? 'ended' : 'over'
}
