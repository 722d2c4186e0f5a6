/** What has been measured and corrected so far in the running song. */
export type DriftHistory = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** In how many samples in a row the difference was too large. */
  readonly samplesBeyond: number
}

export const NO_DRIFT: DriftHistory = { seeks: 0, lastSeekMs: null, samplesBeyond: 0 }

/**
 * After two samples in a row with a larger difference than `SEEK_BEYOND_MS`, the player seeks. A song gets at most
 * `MOST_SEEKS` seeks, with a pause between them, because people hear every seek.
 */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEK_PAUSE_MS = 10_000

/**
 * Decides whether the player must seek. This is for players that do not keep start times.
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
