/** What was done about drift in this song, and seen last. */
export type DriftRecord = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** How many samples in a row lay beyond the seek threshold. */
  readonly farOff: number
}

export const NO_DRIFT: DriftRecord = { seeks: 0, lastSeekMs: null, farOff: 0 }

/** Every seek is heard: at most two a song, only beyond 400 ms, seen twice, ten seconds apart. */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEKS_APART_MS = 10_000

/**
 * What to do about the distance between the sound and the session, where the player does not keep time by itself.
 *
 * @param behindMs how far the sound lies behind; negative when ahead
 * @param nowMs own monotonic time
 */
export function correctDrift(
  record: DriftRecord,
  behindMs: number,
  nowMs: number,
): { record: DriftRecord; mustSeek: boolean } {
  const farOff = Math.abs(behindMs) > SEEK_BEYOND_MS ? record.farOff + 1 : 0
  const rested = record.lastSeekMs === null || nowMs - record.lastSeekMs >= SEEKS_APART_MS
  const mustSeek = farOff >= 2 && rested && record.seeks < MOST_SEEKS
  return mustSeek
    ? { record: { seeks: record.seeks + 1, lastSeekMs: nowMs, farOff: 0 }, mustSeek }
    : { record: { ...record, farOff }, mustSeek }
}
