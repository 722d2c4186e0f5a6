import type { Provider } from '@jointly/contract'
import type { ProviderAddresses } from '../config.ts'
import type { ProviderOrigins } from '../platform/http/security-headers.ts'

/** The configured streaming service: its addresses, and what it allows. */
export type StreamingProvider = {
  clientId: string
  clientSecret: string | null
  /**
   * Returns the address of the accounts service, which has the token endpoint. This is a function, because the
   * address of the built-in provider is known only after the server listens.
   */
  accountsBase(): string
  apiBase(): string
  /** The address of the accounts service for browsers, which has the consent page. May be a path on this server. */
  consentBase: string
  /** Whether users without a linked account may search with the app's own token (L5). */
  appMaySearch: boolean
  /**
   * Whether the provider supports two extensions that Spotify does not have: revoking tokens (RFC 7009), and finding
   * an account by its former refresh tokens.
   */
  canRevoke: boolean
  /** Whether the server may create an account for a person without the consent page (L15). */
  canLinkDirectly: boolean
  /** Whether the consent page has the parameter `ui_locales` for its language (W3). Spotify does not document it. */
  takesLanguage: boolean
  /** The description of the provider that the web app gets. */
  description: Provider
  origins: ProviderOrigins
}

/**
 * A user of the provider (L14). `accountId` never changes. It is null if the provider does not send it. `id` may
 * change. Playlists show their owner by `id`.
 */
export type ProviderPerson = { accountId: string | null; id: string; name: string }

export type ProviderTokens = {
  accessToken: string
  /** The new refresh token. Null if the previous refresh token stays valid. */
  refreshToken: string | null
  validUntilSec: number
}

/**
 * Returns the protocols that links to the provider's pages may have: https, and http if the provider itself uses http
 * (L11). Empty if the provider's terms do not require links.
 */
export function linkProtocolsOf({ description, apiBase }: StreamingProvider): readonly string[] {
  return description.attribution ? ['https:', new URL(apiBase()).protocol] : []
}

/** The path at which this server forwards requests to the built-in provider. */
export const BUILT_IN_PATH = '/spotify'
export const BUILT_IN_CLIENT_ID = 'jointly'

/**
 * Describes the built-in provider. It allows everything, because its music belongs to Jointly or to the operator.
 * @param ownOrigin returns the address of this server for programs on this machine
 */
export function builtInProvider(clientSecret: string, ownOrigin: () => string): StreamingProvider {
  return {
    clientId: BUILT_IN_CLIENT_ID,
    clientSecret,
    accountsBase: () => `${ownOrigin()}${BUILT_IN_PATH}/accounts`,
    apiBase: () => `${ownOrigin()}${BUILT_IN_PATH}/api/v1`,
    consentBase: `${BUILT_IN_PATH}/accounts`,
    appMaySearch: true,
    canRevoke: true,
    canLinkDirectly: true,
    takesLanguage: true,
    description: {
      service: 'spotify',
      name: 'Jointly Music',
      apiBase: `${BUILT_IN_PATH}/api/v1`,
      sdkUrl: `${BUILT_IN_PATH}/sdk/spotify-player.js`,
      manageUrl: null,
      blurCover: true,
      silentLoop: true,
      keepsTime: true,
      attribution: false,
    },
    origins: { sdk: null, connect: [], media: [], images: [] },
  }
}

/** Describes Spotify, or a compatible service. The app follows Spotify's terms for both. */
export function externalProvider(addresses: ProviderAddresses): StreamingProvider {
  const { clientId, clientSecret, accountsBase, apiBase, sdkUrl } = addresses
  const isReal = isSpotify(addresses)
  return {
    clientId,
    clientSecret,
    accountsBase: () => accountsBase,
    apiBase: () => apiBase,
    consentBase: accountsBase,
    // Spotify allows only some apps to search without a user. With Spotify, the search of a person without an account
    // uses the account of another member (L5).
    appMaySearch: !isReal && clientSecret !== null,
    canRevoke: !isReal,
    canLinkDirectly: false,
    takesLanguage: !isReal,
    description: {
      service: 'spotify',
      name: 'Spotify',
      apiBase,
      sdkUrl,
      manageUrl: isReal ? 'https://www.spotify.com/account/apps/' : null,
      blurCover: false,
      silentLoop: false,
      keepsTime: false,
      attribution: true,
    },
    origins: isReal ? spotifyOrigins(addresses) : ownPlayerOrigins(addresses),
  }
}

/** Returns whether the addresses are those of Spotify itself, and not of a compatible service. */
export function isSpotify({ apiBase }: ProviderAddresses): boolean {
  return new URL(apiBase).hostname === 'api.spotify.com'
}

/**
 * Returns the origins for Spotify. Its player makes its requests in a frame of another origin, to which our content
 * security policy does not apply.
 */
function spotifyOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  return {
    sdk: new URL(sdkUrl).origin,
    connect: [new URL(apiBase).origin],
    media: [],
    images: ['https://i.scdn.co', 'https://mosaic.scdn.co', 'https://*.spotifycdn.com'],
  }
}

/**
 * Returns the origins for a built-in provider at another address. Its player runs in the page of the app, so the
 * content security policy of the app must allow its connections and sound.
 */
function ownPlayerOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  const api = new URL(apiBase).origin
  const sdk = new URL(sdkUrl).origin
  // The WebSocket needs an entry with `ws:`, because an `http:` origin in a content security policy does not cover it.
  const socket = sdk.replace(/^http/, 'ws')
  return { sdk, connect: [...new Set([api, sdk, socket])], media: [sdk], images: [api] }
}
