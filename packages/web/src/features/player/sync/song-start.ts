import type { Clocks } from '../controller/controller-options.ts'
import type { Track } from '../controller/playback-plan.ts'
import type { SongTiming } from '../provider/web-playback-sdk.ts'

/** The start of a track by the own monotonic clock. Null while the server's time is unknown. */
export function localStartMs({ startTime }: Track, { clock, scheduler }: Clocks): number | null {
  const now = clock.now()
  return now === null ? null : scheduler.nowMs() + startTime - now
}

/** Gives a timed player the start of a track by its own clock. */
export function setSongStart(timing: SongTiming, track: Track, clocks: Clocks): void {
  const startMs = localStartMs(track, clocks)
  if (startMs !== null && track.uri !== null) timing.setStart(track.uri, startMs)
}

/** Plays a timed song at once, while its command is on the way. @returns whether it plays */
export function playAhead(timing: SongTiming, track: Track, clocks: Clocks): boolean {
  setSongStart(timing, track, clocks)
  return track.uri !== null && timing.playAhead(track.uri)
}
