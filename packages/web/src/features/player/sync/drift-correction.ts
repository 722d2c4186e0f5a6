/** The drift and the seeks of one song so far. */
export type DriftHistory = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** How many samples in a row were beyond the threshold. */
  readonly samplesBeyond: number
}

export const NO_DRIFT: DriftHistory = { seeks: 0, lastSeekMs: null, samplesBeyond: 0 }

/** A listener hears every seek. So a song gets two at most, ten seconds apart, each after two samples beyond 400 ms. */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEK_PAUSE_MS = 10_000

/**
 * Decides about a seek in a player that does not keep songs to a time by itself.
 *
 * @param behindMs how far the sound is behind the session; negative when ahead
 * @param nowMs own monotonic time
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
