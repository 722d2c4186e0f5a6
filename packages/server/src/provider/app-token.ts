import { isRefused, type Refusal, refuse } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import type { ProviderTokens, StreamingProvider } from './provider.ts'

/** The token is renewed this many seconds before it expires. */
const RENEW_BEFORE_SEC = 60
/** The minimum time between two renewals of a refused token, in milliseconds (L9). */
export const MIN_RENEW_INTERVAL_MS = 30_000

/**
 * Returns whether a refused token was renewed too recently to be renewed again (L9).
 * @param sinceMs the time since the last renewal. It is negative after the clock of the server was set back. Then the
 * token is renewed, because otherwise it would be refused for as long as the clock was wrong.
 */
export const isTooSoon = (sinceMs: number): boolean => sinceMs >= 0 && sinceMs < MIN_RENEW_INTERVAL_MS

/** The access token of the app itself, without a user. It is shared by all calls. */
export type AppToken = {
  /** Returns a valid token. A refusal if the provider has no such tokens (L5). */
  get(): Promise<string | Refusal>
  /**
   * Replaces a token that the provider refused (L9). If another call has replaced the token already, the new token is
   * returned.
   * @returns the refusal `provider-away` if the token was requested less than 30 seconds ago
   */
  renew(refusedToken: string): Promise<string | Refusal>
}

/**
 * Creates the token of the app. It is requested when it is used first.
 * @param request requests a token from the provider
 * @param now returns the time in epoch milliseconds
 */
export function createAppToken(
  { appMaySearch }: StreamingProvider,
  request: () => Promise<ProviderTokens | Refusal>,
  now: () => number,
): AppToken {
  let current: { token: string; validUntilSec: number; requestedAtMs: number } | null = null
  /** The running request. Calls at the same time share it. */
  let running: Promise<string | Refusal> | null = null

  async function requestToken(): Promise<string | Refusal> {
    const tokens = await request()
    if (isRefused(tokens)) return tokens
    current = { token: tokens.accessToken, validUntilSec: tokens.validUntilSec, requestedAtMs: now() }
    return current.token
  }

  async function get(): Promise<string | Refusal> {
    if (!appMaySearch) return refuse('not-linked')
    if (current && current.validUntilSec - RENEW_BEFORE_SEC > now() / 1000) return current.token
    running ??= requestToken().finally(() => {
      running = null
    })
    return running
  }

  return {
    get,
    async renew(refusedToken) {
      if (current?.token === refusedToken) {
        const sinceMs = now() - current.requestedAtMs
        if (isTooSoon(sinceMs)) return refuseFor('token', (MIN_RENEW_INTERVAL_MS - sinceMs) / 1000)
        current = null
      }
      return get()
    },
  }
}
