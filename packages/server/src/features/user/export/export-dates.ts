/** A moment as people and programs read it. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** A moment that may never have come. */
export function dateOrNull(ms: number | null): string | null {
  return ms === null ? null : dateOf(ms)
}
