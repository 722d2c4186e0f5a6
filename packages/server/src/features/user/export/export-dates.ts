/** Converts a time to an ISO string. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Converts a time to an ISO string, and null to null. */
export function dateOrNull(ms: number | null): string | null {
  return ms === null ? null : dateOf(ms)
}
