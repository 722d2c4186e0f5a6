import { sameSecret, signatureOf } from '../store/secrets.ts'

const hourMs = 3_600_000

/**
 * Creates signed addresses for the sound of one song, which `request-router.ts` answers. An address is valid for 12 to
 * 13 hours, because its expiry time is a full hour. It ends earlier if the grant (one consent) ends. It contains the
 * song, the grant and the expiry time, because an `<audio>` element cannot send a header.
 */
export function createStreamUrlSigner(basePath: string, signingKey: string, now: () => number) {
  const sign = (trackId: string, grantId: number, expiresAtMs: number): string =>
    signatureOf(signingKey, `${trackId} ${grantId} ${expiresAtMs}`)

  return {
    create(trackId: string, grantId: number): string {
      const expiresAtMs = (Math.floor(now() / hourMs) + 13) * hourMs
      const query = `grant=${grantId}&until=${expiresAtMs}&signature=${sign(trackId, grantId, expiresAtMs)}`
      return `${basePath}/audio/${trackId}?${query}`
    },

    /**
     * Returns the id of the grant for which the address of this song was signed. Null if the address has expired or
     * the signature is wrong.
     */
    verify(trackId: string, query: URLSearchParams): number | null {
      const until = query.get('until') ?? ''
      const grant = query.get('grant') ?? ''
      if (!/^\d{13,14}$/.test(until) || !/^\d{1,15}$/.test(grant) || Number(until) <= now()) return null
      const expected = sign(trackId, Number(grant), Number(until))
      return sameSecret(query.get('signature') ?? '', expected) ? Number(grant) : null
    },
  }
}

export type StreamUrlSigner = ReturnType<typeof createStreamUrlSigner>
