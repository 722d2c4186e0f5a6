/** The differences and seeks of the running song so far. */
export type DriftHistory = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** The number of samples in a row beyond the limit. */
  readonly samplesBeyond: number
}

export const NO_DRIFT: DriftHistory = { seeks: 0, lastSeekMs: null, samplesBeyond: 0 }

/**
 * A larger difference than this leads to a seek, after two such samples. A song gets at most two seeks, ten
 * seconds apart, because people hear every seek.
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
