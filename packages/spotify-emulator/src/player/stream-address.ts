import { sameSecret, signatureOf } from '../store/secrets.ts'

const hourMs = 3_600_000

/**
 * The address a song's sound comes from. `<audio>` sends no header, so the address itself carries the permission:
 * track and time of expiry, signed. It says nothing about the person, opens this one song, and ends after half a day
 * (longer than any pause within a song). The time is rounded, so that within an hour a browser's cache meets the
 * same address again. Signed rather than open, because with the operator's own files an open address would publish
 * their collection.
 */
export function streamAddress(basePath: string, trackId: string, signingKey: string, nowMs: number): string {
  const expiresAtMs = (Math.floor(nowMs / hourMs) + 13) * hourMs
  const signature = signatureOf(signingKey, `${trackId} ${expiresAtMs}`)
  return `${basePath}/audio/${trackId}?until=${expiresAtMs}&signature=${signature}`
}

/** Whether the address's query allows this track now. */
export function mayStream(
  trackId: string,
  query: URLSearchParams,
  signingKey: string,
  nowMs: number,
): boolean {
  const until = query.get('until') ?? ''
  if (!/^\d{13,14}$/.test(until) || Number(until) <= nowMs) return false
  return sameSecret(query.get('signature') ?? '', signatureOf(signingKey, `${trackId} ${until}`))
}
