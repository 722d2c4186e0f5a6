/** A time as an ISO string. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** An optional time as an ISO string. */
export function dateOrNull(ms: number | null): string | null {
  return ms === null ? null : dateOf(ms)
}
