/** What was measured and corrected since the current song was started. */
export type DriftHistory = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** How many of the latest samples, without a gap, had a difference of more than `SEEK_BEYOND_MS`. */
  readonly samplesBeyond: number
}

export const NO_DRIFT: DriftHistory = { seeks: 0, lastSeekMs: null, samplesBeyond: 0 }

/**
 * If the sound is further than `SEEK_BEYOND_MS` from the session in two samples in a row, the player seeks. Each
 * start of a song allows `MOST_SEEKS` seeks, at least `SEEK_PAUSE_MS` apart, because people hear every seek.
 */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEK_PAUSE_MS = 10_000

/**
 * Decides whether a player that does not keep start times must seek.
 * @param behindMs how far the sound is behind the session; negative when ahead
 * @param nowMs monotonic time of this device
 */
export function correctDrift(
  history: DriftHistory,
  behindMs: number,
  nowMs: number,
): { history: DriftHistory; mustSeek: boolean } {
  const samplesBeyond = Math.abs(behindMs) > SEEK_BEYOND_MS ? history.samplesBeyond + 1 : 0
  const isPauseOver = history.lastSeekMs === null || nowMs - history.lastSeekMs >= SEEK_PAUSE_MS
  const mustSeek = samplesBeyond >= 2 && isPauseOver && history.seeks < MOST_SEEKS
  return mustSeek
    ? { history: { seeks: history.seeks + 1, lastSeekMs: nowMs, samplesBeyond: 0 }, mustSeek }
    : { history: { ...history, samplesBeyond }, mustSeek }
}
