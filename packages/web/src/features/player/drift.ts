/** Correction is fine by the rate where the provider allows it, else coarse by seeking. */
export type Correction =
  | { readonly kind: 'none' }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'seek' }

/** What was done about drift in this song, and seen last. */
export type DriftRecord = {
  readonly seeks: number
  readonly lastSeekMs: number | null
  /** How many samples in a row lay beyond the seek threshold. */
  readonly farOff: number
  readonly rate: number
}

export const NO_DRIFT: DriftRecord = { seeks: 0, lastSeekMs: null, farOff: 0, rate: 1 }

/** Every seek is heard: at most two a song, only beyond 400 ms, seen twice, ten seconds apart. */
const SEEK_BEYOND_MS = 400
const MOST_SEEKS = 2
const SEEKS_APART_MS = 10_000

/** Fine correction starts where two devices in one room begin to blur, and ends well inside. */
const RATE_FROM_MS = 12
const RATE_UNTIL_MS = 4
/** A difference is halved in about this long. */
const RATE_HORIZON_MS = 2_000
/** Beyond this a change of tempo is heard by anyone, for as long as it takes. */
const MOST_RATE = 0.08

/**
 * What to do about the distance between the sound and the session.
 *
 * @param behindMs how far the sound lies behind; negative when ahead
 * @param nowMs own monotonic time
 * @param canRate whether the rate may be corrected here
 */
export function correctDrift(
  record: DriftRecord,
  behindMs: number,
  nowMs: number,
  canRate: boolean,
): { record: DriftRecord; correction: Correction } {
  const farOff = Math.abs(behindMs) > SEEK_BEYOND_MS ? record.farOff + 1 : 0
  const rested = record.lastSeekMs === null || nowMs - record.lastSeekMs >= SEEKS_APART_MS
  if (farOff >= 2 && rested && record.seeks < MOST_SEEKS) {
    const seeked = { seeks: record.seeks + 1, lastSeekMs: nowMs, farOff: 0, rate: 1 }
    return { record: seeked, correction: { kind: 'seek' } }
  }
  if (!canRate) return { record: { ...record, farOff }, correction: { kind: 'none' } }
  const rate = rateFor(behindMs, record.rate)
  return {
    record: { ...record, farOff, rate },
    correction: rate === record.rate ? { kind: 'none' } : { kind: 'rate', rate },
  }
}

function rateFor(behindMs: number, rate: number): number {
  const quietMs = rate === 1 ? RATE_FROM_MS : RATE_UNTIL_MS
  if (Math.abs(behindMs) <= quietMs) return 1
  const wish = Math.max(-MOST_RATE, Math.min(MOST_RATE, behindMs / RATE_HORIZON_MS))
  return 1 + Math.round(wish * 1000) / 1000
}
