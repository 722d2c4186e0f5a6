import { createHash } from 'node:crypto'
import { createExpiring } from '../store/expiring.ts'
import type { Profile } from '../store/grants.ts'
import { hashOf, newSecret, sameSecret } from '../store/secrets.ts'
import type { AuthorizeRequest } from './authorization.ts'

const lifetimeMs = 10 * 60_000

type Issued = { readonly request: AuthorizeRequest; readonly chosen: Profile }

export type CodeRefusal = 'invalid' | 'expired' | 'redirect' | 'verifier'

/** Authorization codes: single use, ten minutes, in memory (a restart in between means one more click). */
export function createCodes() {
  const codes = createExpiring<Issued>(lifetimeMs)
  const spent = createExpiring<{ clientId: string; refreshToken: string }>(lifetimeMs)

  return {
    issue(request: AuthorizeRequest, chosen: Profile, nowMs: number): string {
      const code = newSecret('AQ')
      // The app has its state back already.
      codes.set(hashOf(code), { request: { ...request, state: null }, chosen }, nowMs)
      return code
    },

    /** Takes a code once. Even a wrong try uses it up, so that it cannot be guessed at. */
    redeem(
      code: string,
      given: { readonly clientId: string; readonly redirectUri: string; readonly verifier: string | null },
      nowMs: number,
    ): Issued | CodeRefusal {
      const hash = hashOf(code)
      const issued = codes.get(hash, nowMs)
      if (issued === 'expired') return 'expired'
      if (issued === undefined || issued.request.client.id !== given.clientId) return 'invalid'
      codes.delete(hash)
      if (issued.request.redirectUri !== given.redirectUri) return 'redirect'
      const { codeChallenge } = issued.request
      if (codeChallenge === null) return given.verifier === null ? issued : 'verifier'
      return verifies(given.verifier, codeChallenge) ? issued : 'verifier'
    },

    /** Notes which refresh token a client got for a code. */
    noteSpent(code: string, clientId: string, refreshToken: string, nowMs: number): void {
      spent.set(hashOf(code), { clientId, refreshToken }, nowMs)
    },

    /** The refresh token that this client got for a code before; undefined where it got none, or long ago. */
    spentOn(code: string, clientId: string, nowMs: number): string | undefined {
      const found = spent.get(hashOf(code), nowMs)
      return typeof found === 'object' && found.clientId === clientId ? found.refreshToken : undefined
    },
  }
}

export type Codes = ReturnType<typeof createCodes>

/** PKCE (RFC 7636), S256 only. */
function verifies(verifier: string | null, challenge: string): boolean {
  if (verifier === null || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return sameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
