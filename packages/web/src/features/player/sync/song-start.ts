import type { Clocks } from '../controller/controller-options.ts'
import type { Track } from '../controller/playback-plan.ts'
import type { SongTiming } from '../provider/web-playback-sdk.ts'

/**
 * Returns when the sound of a track must start, in monotonic time of this device. The delay correction of the sound
 * output makes it earlier (Y1). Null while the server's time is unknown.
 */
export function localStartMs({ startTime }: Track, { clock, scheduler, correction }: Clocks): number | null {
  const now = clock.now()
  return now === null ? null : scheduler.nowMs() + startTime - now - correction.ms()
}

/**
 * Passes the start time of a track to a player that can start songs at exact times. Does nothing while the server's
 * time is unknown.
 */
export function keepTime(timing: SongTiming, track: Track, clocks: Clocks): void {
  const startMs = localStartMs(track, clocks)
  if (startMs !== null && track.uri !== null) timing.keepTime(track.uri, startMs)
}

/** Passes the start time of a track to the player, and corrects the position at once. */
export function align(timing: SongTiming, track: Track, clocks: Clocks): void {
  keepTime(timing, track, clocks)
  timing.align()
}

/**
 * Sets the start time of a song, and plays the song before the provider's play command arrives.
 * @returns whether the song plays
 */
export function begin(timing: SongTiming, track: Track, clocks: Clocks): boolean {
  keepTime(timing, track, clocks)
  return track.uri !== null && timing.begin(track.uri)
}

/** Calls a function when a track starts, or at once if its start has passed or the server's time is unknown. */
export function atStart(track: Track, clocks: Clocks, run: () => void): void {
  const { scheduler } = clocks
  const waitMs = (localStartMs(track, clocks) ?? 0) - scheduler.nowMs()
  if (waitMs > 0) scheduler.after(waitMs, run)
  else run()
}
