import type { Language } from '@jointly/domain'
import { createHash } from 'node:crypto'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { type AppToken, createAppToken } from './app-token.ts'
import type { ProviderTokens, StreamingProvider } from './provider.ts'
import { parseAnswer, type Transport } from './transport.ts'
import { TokenAnswer } from './wire.ts'

/** The permissions (OAuth scopes) that the consent page requests from the user. */
export const SCOPES: readonly string[] = [
  'streaming',
  'user-read-email',
  'user-read-private',
  'user-read-playback-state',
  'user-modify-playback-state',
  'playlist-read-private',
  'playlist-read-collaborative',
  'playlist-modify-private',
  'playlist-modify-public',
]

export type OAuth = {
  /** Returns the URL of the consent page. `origin` is the origin at which the browser has opened this server. */
  consentUrl(request: {
    origin: string
    redirectUri: string
    state: string
    verifier: string
    askAgain: boolean
    /** The language of the app, for the texts of the consent page (W3). */
    language: Language
  }): string
  /**
   * Exchanges the code that the provider has sent to the callback for tokens.
   * @param former refresh tokens of accounts that the user linked earlier; the built-in provider uses them to find the
   * same account again
   */
  exchange(
    returned: { code: string; verifier: string; redirectUri: string },
    former: readonly string[],
  ): Promise<ProviderTokens | Refusal>
  /**
   * Creates an account at the built-in provider for a person, without the consent page (L15).
   * @param name the name of the new account
   */
  linkDirectly(name: string): Promise<ProviderTokens | Refusal>
  /**
   * Requests new tokens for a grant. A grant is what a linked account allows this server.
   * @returns the new tokens, or the refusal `reconnect` if the grant has ended
   */
  refresh(refreshToken: string): Promise<ProviderTokens | Refusal>
  appToken: AppToken
  /** Whether the provider supports `revoke` and `revokeAccess`. */
  canRevoke: boolean
  /**
   * Ends a grant. Does nothing if the provider does not support this.
   * @returns the refusal of the provider, or null
   */
  revoke(refreshToken: string): Promise<Refusal | null>
  /**
   * Ends all access tokens of a grant, but not the grant. Does nothing if the provider does not support this.
   * @returns the refusal of the provider, or null
   */
  revokeAccess(refreshToken: string): Promise<Refusal | null>
}

/**
 * Creates the functions that request and end tokens of the provider.
 * @param now returns the time in epoch milliseconds
 */
export function createOAuth(provider: StreamingProvider, transport: Transport, now: () => number): OAuth {
  function post(path: string, fields: Iterable<[string, string]>) {
    const { clientId, clientSecret } = provider
    const body = new URLSearchParams([...fields])
    if (clientSecret === null) body.set('client_id', clientId)
    const credentials = Buffer.from(
      `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`,
    )
    const headers: Record<string, string> =
      clientSecret === null ? {} : { authorization: `Basic ${credentials.toString('base64')}` }
    return transport.accounts(`${provider.accountsBase()}${path}`, { method: 'POST', headers, body })
  }

  async function grant(fields: Iterable<[string, string]>): Promise<ProviderTokens | Refusal> {
    const answer = parseAnswer(TokenAnswer, await post('/api/token', fields))
    if (isRefused(answer)) return answer
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token || null,
      validUntilSec: Math.floor(now() / 1000 + answer.expires_in),
    }
  }

  async function postRevoke(fields: Iterable<[string, string]>): Promise<Refusal | null> {
    if (!provider.canRevoke) return null
    const answer = await post('/api/revoke', fields)
    return isRefused(answer) ? answer : null
  }

  return {
    consentUrl({ origin, redirectUri, state, verifier, askAgain, language }) {
      const url = new URL(`${provider.consentBase}/authorize`, origin)
      url.search = new URLSearchParams({
        client_id: provider.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        ...(askAgain && { show_dialog: 'true' }),
        ...(provider.takesLanguage && { ui_locales: language }),
      }).toString()
      return url.href
    },
    exchange({ code, verifier, redirectUri }, former) {
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      const known = provider.canRevoke ? former : []
      return grant([
        ...Object.entries(fields),
        ...known.map((token): [string, string] => ['former_refresh_token', token]),
      ])
    },
    linkDirectly: (name) =>
      grant(Object.entries({ grant_type: 'jointly_direct', name, scope: SCOPES.join(' ') })),
    refresh: (refreshToken) =>
      grant(Object.entries({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    appToken: createAppToken(provider, () => grant([['grant_type', 'client_credentials']]), now),
    canRevoke: provider.canRevoke,
    revoke: (refreshToken) => postRevoke(tokenFields(refreshToken)),
    revokeAccess: (refreshToken) => postRevoke([...tokenFields(refreshToken), ['only', 'access_tokens']]),
  }
}

function tokenFields(refreshToken: string): [string, string][] {
  return Object.entries({ token: refreshToken, token_type_hint: 'refresh_token' })
}
