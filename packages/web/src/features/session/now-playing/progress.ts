/** Returns which fraction of the song has played, from 0 to 1. */
export function songProgress(positionMs: number, durationMs: number): number {
  return Math.min(1, Math.max(0, positionMs / Math.max(1, durationMs)))
}
