/** The samples and seeks of the current song since its start. */
export type DriftHistory = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** How many of the latest samples in a row had a difference of more than `SEEK_BEYOND_MS`. */
  readonly samplesBeyond: number
}

export const NO_DRIFT: DriftHistory = { seeks: 0, lastSeekMs: null, samplesBeyond: 0 }

/**
 * The player seeks if the sound differs from the session by more than `SEEK_BEYOND_MS` in two samples in a row. After
 * each start of a song, at most `MOST_SEEKS` seeks are allowed, at least `SEEK_PAUSE_MS` apart, because people hear
 * every seek.
 */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEK_PAUSE_MS = 10_000

/**
 * Decides whether a player that cannot start songs at exact times must seek.
 * @param behindMs how far the sound is behind the session; negative if the sound is ahead
 * @param nowMs monotonic time of this device
 */
export function decideSeek(
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
