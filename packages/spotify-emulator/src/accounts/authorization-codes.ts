import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Profile } from '../store/grants.ts'
import { hashOf, newSecret, sameSecret } from '../store/secrets.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

const lifetimeMs = 10 * 60_000
/**
 * At most 10,000 codes are in memory. There is a limit because anybody can request codes. It is a limit of the size,
 * because `lru-cache` reserves memory at once for a limit of the number.
 */
const limit = { maxSize: 10_000, sizeCalculation: () => 1 }

export type Authorization = { readonly request: AuthorizeRequest; readonly profile: Profile }

/**
 * The refresh token that a client got for a code. If the code is used a second time, the refresh token is revoked.
 */
type CodeUse = { readonly clientId: string; readonly refreshToken: string; readonly expiresAtMs: number }

export type CodeRefusal = 'invalid' | 'expired' | 'redirect' | 'verifier'

/**
 * Creates the store of authorization codes, which work once and within ten minutes. A restart ends them,
 * because they are only in memory.
 */
export function createAuthorizationCodes() {
  const usedCodes = new LRUCache<string, CodeUse>(limit)
  const codes = new LRUCache<string, Authorization & { readonly expiresAtMs: number }>(limit)

  return {
    issue(request: AuthorizeRequest, profile: Profile, nowMs: number): string {
      const code = newSecret('AQ')
      // The state is not stored, because only the redirect to the app needs it.
      const authorization = { request: { ...request, state: null }, profile }
      codes.set(hashOf(code), { ...authorization, expiresAtMs: nowMs + lifetimeMs })
      return code
    },

    /**
     * Exchanges a code for its authorization, once. A failed attempt also ends the code, so that an attacker has
     * only one attempt.
     */
    redeem(
      code: string,
      given: { readonly clientId: string; readonly redirectUri: string; readonly verifier: string | null },
      nowMs: number,
    ): Authorization | CodeRefusal {
      const hash = hashOf(code)
      const issued = codes.get(hash)
      if (issued === undefined) return 'invalid'
      if (issued.expiresAtMs <= nowMs) return 'expired'
      if (issued.request.client.id !== given.clientId) return 'invalid'
      codes.delete(hash)
      if (issued.request.redirectUri !== given.redirectUri) return 'redirect'
      const { codeChallenge } = issued.request
      if (codeChallenge === null) return given.verifier === null ? issued : 'verifier'
      return matchesChallenge(given.verifier, codeChallenge) ? issued : 'verifier'
    },

    /** Stores the refresh token that a client got for a code. */
    recordUse(code: string, clientId: string, refreshToken: string, nowMs: number): void {
      usedCodes.set(hashOf(code), { clientId, refreshToken, expiresAtMs: nowMs + lifetimeMs })
    },

    /**
     * Returns the refresh token that this client got for a code in the last ten minutes. Undefined when the
     * client got none.
     */
    refreshTokenFor(code: string, clientId: string, nowMs: number): string | undefined {
      const use = usedCodes.get(hashOf(code))
      return use?.clientId === clientId && use.expiresAtMs > nowMs ? use.refreshToken : undefined
    },
  }
}

export type AuthorizationCodes = ReturnType<typeof createAuthorizationCodes>

/**
 * Returns whether the verifier of a code exchange belongs to the challenge (PKCE, RFC 7636). Only the method S256 is
 * supported.
 */
function matchesChallenge(verifier: string | null, challenge: string): boolean {
  if (verifier === null || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return sameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
