import type { Provider } from '@jointly/contract'
import type { ProviderAddresses } from '../config.ts'
import type { ProviderOrigins } from '../platform/http/security-headers.ts'

/** The configured streaming service: how the server calls it, and what it allows. */
export type StreamingProvider = {
  clientId: string
  clientSecret: string | null
  /**
   * The addresses for calls of the server. They are functions because our own address is known only after the server
   * listens.
   */
  accountsBase(): string
  apiBase(): string
  /** The address of the consent page for browsers, or a path on our own origin. */
  consentBase: string
  /** Whether the app's own token may search, for users without a linked account (L5). */
  appMaySearch: boolean
  /** Whether it supports the extensions of the built-in provider: revoked tokens (RFC 7009) and former links. */
  canRevoke: boolean
  /** Whether the server may create an account for a person without the consent page (L15). */
  canLinkDirectly: boolean
  /** The description that the app gets. */
  description: Provider
  origins: ProviderOrigins
}

/**
 * A user of the provider. `accountId` never changes and is null if the provider does not say it. `id` is the owner
 * name in playlists (L14).
 */
export type ProviderPerson = { accountId: string | null; id: string; name: string }

export type ProviderTokens = {
  accessToken: string
  /** The new refresh token. Null if the old one stays valid. */
  refreshToken: string | null
  validUntilSec: number
}

/** The path of the built-in provider on our own port. */
export const BUILT_IN_PATH = '/spotify'
export const BUILT_IN_CLIENT_ID = 'jointly'

/**
 * Describes the built-in provider. It plays our own music, so everything is allowed.
 *
 * @param ownOrigin the address of this server for programs on this machine
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

/** Describes Spotify, or a compatible service at another address. Spotify's terms are followed with both. */
export function externalProvider(addresses: ProviderAddresses): StreamingProvider {
  const { clientId, clientSecret, accountsBase, apiBase, sdkUrl } = addresses
  const isReal = isSpotify(addresses)
  return {
    clientId,
    clientSecret,
    accountsBase: () => accountsBase,
    apiBase: () => apiBase,
    consentBase: accountsBase,
    // Spotify lets only some apps search without a user. With Spotify, the account of another member is used instead.
    appMaySearch: !isReal && clientSecret !== null,
    canRevoke: !isReal,
    canLinkDirectly: false,
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

/** Whether the addresses belong to Spotify itself. */
export function isSpotify({ apiBase }: ProviderAddresses): boolean {
  return new URL(apiBase).hostname === 'api.spotify.com'
}

/** Spotify's player does everything in a frame of its own origin. */
function spotifyOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  return {
    sdk: new URL(sdkUrl).origin,
    connect: [new URL(apiBase).origin],
    media: [],
    images: ['https://i.scdn.co', 'https://mosaic.scdn.co', 'https://*.spotifycdn.com'],
  }
}

/**
 * The built-in provider's player runs in our page, so the page's security policy must allow its connections
 * and its sound.
 */
function ownPlayerOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  const api = new URL(apiBase).origin
  const sdk = new URL(sdkUrl).origin
  // In a security policy, an http origin does not include WebSockets.
  const socket = sdk.replace(/^http/, 'ws')
  return { sdk, connect: [...new Set([api, sdk, socket])], media: [sdk], images: [api] }
}
