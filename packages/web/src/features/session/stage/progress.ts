/** How far skipping has come toward the session's threshold, 0 to 100 (K2). */
export function skipProgress(skips: number, skipPercent: number): number {
  return Math.min(100, Math.round((skips / Math.max(1, skipPercent)) * 100))
}

/** The part of the song that is over, 0 to 1. */
export function songProgress(positionMs: number, durationMs: number): number {
  return Math.min(1, Math.max(0, positionMs / Math.max(1, durationMs)))
}
