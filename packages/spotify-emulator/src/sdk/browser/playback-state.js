/** @import { TrackWindow, DeviceTrack } from '../../player/device-messages.ts' */

/**
 * The position that is heard at `atMs` of `performance.now`. `withinMs` is its error in milliseconds in each direction.
 * `withinMs` is null if the browser does not report its output latency.
 * @typedef {{ positionMs: number, atMs: number, withinMs: number | null }} AudiblePosition
 *
 * - `ready`: the song plays, or is paused.
 * - `loading`: the song loads, or waits for its next part.
 * - `retrying`: loading failed, and another attempt follows.
 * - `failed`: loading failed, and no attempt follows before `resume` or `load`.
 * - `ended`: the file has played to its end.
 * @typedef {'ready' | 'loading' | 'retrying' | 'failed' | 'ended'} SongPhase
 *
 * The state of the loaded song.
 * @typedef {{
 *   playbackId: string, trackWindow: TrackWindow, positionMs: number, paused: boolean, phase: SongPhase,
 *   audiblePosition: AudiblePosition | null,
 * }} SongState
 */

/** Returns whether the page shows that the song loads. @param {SongPhase} phase */
const isLoading = (phase) => phase === 'loading' || phase === 'retrying'

/** Converts a song to the form that the player's state has. @param {DeviceTrack} track */
const toStateTrack = (track) => {
  const { linked_from: from, ...rest } = track
  return { ...rest, linked_from: from.id === null ? {} : from }
}

/** Creates the state object of the player script. @param {SongState} state */
export function webPlaybackState({ playbackId, trackWindow, positionMs, paused, phase, audiblePosition }) {
  const { current, previous, next, contextUri, shuffle, repeatMode } = trackWindow
  const noPrevious = previous.length === 0
  const noNext = next.length === 0
  return {
    timestamp: Date.now(),
    context: { uri: contextUri, metadata: contextUri === null ? null : {} },
    position: Math.round(Math.min(positionMs, current.duration_ms)),
    duration: current.duration_ms,
    paused,
    loading: isLoading(phase),
    // The state of Spotify's player does not have the fields `audiblePosition` and `ended`.
    audiblePosition,
    ended: phase === 'ended',
    playback_id: playbackId,
    playback_quality: 'VERY_HIGH',
    playback_features: { hifi_status: 'NONE' },
    playback_speed: 1,
    shuffle,
    repeat_mode: repeatMode,
    track_window: {
      current_track: toStateTrack(current),
      previous_tracks: previous.map(toStateTrack),
      next_tracks: next.map(toStateTrack),
    },
    restrictions: {
      ...(noPrevious ? { disallow_skipping_prev_reasons: ['no_prev_track'] } : {}),
      ...(noNext ? { disallow_skipping_next_reasons: ['no_next_track'] } : {}),
      ...(paused
        ? { disallow_pausing_reasons: ['already_paused'] }
        : { disallow_resuming_reasons: ['not_paused'] }),
    },
    disallows: {
      ...(noPrevious ? { skipping_prev: true } : {}),
      ...(noNext ? { skipping_next: true } : {}),
      ...(paused ? { pausing: true } : { resuming: true }),
    },
  }
}

/**
 * Creates the state of a song that plays before its play command. The play command contains everything else that a
 * state has. It may be lost, and the song plays nevertheless.
 * @param {string} id
 * @param {{ positionMs: number, audiblePosition: AudiblePosition | null, paused: boolean }} audio
 */
export const begunState = (id, { positionMs, audiblePosition, paused }) => ({
  position: Math.round(positionMs),
  paused,
  loading: audiblePosition === null,
  audiblePosition,
  ended: false,
  track_window: { current_track: { id } },
})

/**
 * Returns whether two states differ only by the time that passed between them.
 * @param {ReturnType<typeof webPlaybackState>} a @param {ReturnType<typeof webPlaybackState>} b
 */
export function isSameState(a, b) {
  const isSamePosition =
    a.paused && b.paused
      ? a.position === b.position
      : Math.abs(b.position - a.position - (b.timestamp - a.timestamp)) < 250
  /** @param {typeof a} state */
  const withoutTime = (state) =>
    JSON.stringify({ ...state, timestamp: 0, position: 0, audiblePosition: null })
  return isSamePosition && withoutTime(a) === withoutTime(b)
}
