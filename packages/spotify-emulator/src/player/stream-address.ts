import { sameSecret, signatureOf } from '../store/secrets.ts'

const hourMs = 3_600_000

/**
 * The address a song's sound comes from. `<audio>` sends no header, so the address itself carries the permission: song,
 * grant and time of expiry, signed. It opens this one song, and ends with the grant, at the latest after half a day
 * (longer than any pause within a song). The time is rounded, so that within an hour a browser's cache meets the
 * same address again. Signed rather than open, because with the operator's own files an open address would publish
 * their collection.
 */
export function createStreamAddresses(basePath: string, signingKey: string, now: () => number) {
  const sign = (trackId: string, grantId: number, expiresAtMs: number): string =>
    signatureOf(signingKey, `${trackId} ${grantId} ${expiresAtMs}`)

  return {
    of(trackId: string, grantId: number): string {
      const expiresAtMs = (Math.floor(now() / hourMs) + 13) * hourMs
      const query = `grant=${grantId}&until=${expiresAtMs}&signature=${sign(trackId, grantId, expiresAtMs)}`
      return `${basePath}/audio/${trackId}?${query}`
    },

    /** The grant that an address's query opens this song for now; null when it opens nothing. */
    grantOf(trackId: string, query: URLSearchParams): number | null {
      const until = query.get('until') ?? ''
      const grant = query.get('grant') ?? ''
      if (!/^\d{13,14}$/.test(until) || !/^\d{1,15}$/.test(grant) || Number(until) <= now()) return null
      const right = sign(trackId, Number(grant), Number(until))
      return sameSecret(query.get('signature') ?? '', right) ? Number(grant) : null
    },
  }
}

export type StreamAddresses = ReturnType<typeof createStreamAddresses>
