import type { Clocks } from '../controller/controller-options.ts'
import type { Track } from '../controller/playback-plan.ts'
import type { SongTiming } from '../provider/web-playback-sdk.ts'

/**
 * Returns when the sound of a track must start, in monotonic time of this device. It is earlier by the correction of
 * the output (Y1). Null while the server's time is unknown.
 */
export function localStartMs({ startTime }: Track, { clock, scheduler, correction }: Clocks): number | null {
  const now = clock.now()
  return now === null ? null : scheduler.nowMs() + startTime - now - correction.ms()
}

/**
 * Sets the start time of a track in a player that keeps start times. Does nothing while the server's time is unknown.
 */
export function setSongStart(timing: SongTiming, track: Track, clocks: Clocks): void {
  const startMs = localStartMs(track, clocks)
  if (startMs !== null && track.uri !== null) timing.setStart(track.uri, startMs)
}

/**
 * Sets the start time of a song, and plays the song before the provider's play command arrives.
 * @returns whether the song plays
 */
export function playAhead(timing: SongTiming, track: Track, clocks: Clocks): boolean {
  setSongStart(timing, track, clocks)
  return track.uri !== null && timing.playAhead(track.uri)
}
