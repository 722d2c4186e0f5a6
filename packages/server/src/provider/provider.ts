import type { Provider } from '@jointly/contract'
import type { ProviderAddresses } from '../config.ts'
import type { ProviderOrigins } from '../platform/http/security-headers.ts'

/** The streaming service as configured: how the server calls it, and what it allows. */
export type StreamingProvider = {
  clientId: string
  clientSecret: string | null
  /** Where the server calls accounts and Web API; asked at each call, since our own address is known only once we listen. */
  accountsBase(): string
  apiBase(): string
  /** Where a browser opens the consent page: an address, or a path on our own origin. */
  consentBase: string
  /** Whether the app's own grant may search, so that people without account can too (L5). */
  appMaySearch: boolean
  /** Whether it takes what the built-in provider adds to the wire: tokens given back (RFC 7009), former links. */
  canRevoke: boolean
  /** What the app is told. */
  description: Provider
  origins: ProviderOrigins
}

/**
 * A person of the provider: `accountId` never changes and is null where the provider does not say it, `id` is what
 * playlists name as their owner (L14).
 */
export type ProviderPerson = { accountId: string | null; id: string; name: string }

export type ProviderTokens = {
  accessToken: string
  /** Null where the one in hand stays in use. */
  refreshToken: string | null
  validUntilSec: number
}

/** Where the built-in provider is mounted on our own port. */
export const BUILT_IN_PATH = '/spotify'
export const BUILT_IN_CLIENT_ID = 'jointly'

/**
 * The built-in provider: our own music, so that everything is allowed.
 *
 * @param ownOrigin the address at which this machine reaches the server
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

/** Spotify, or a service at other addresses that speaks its wire; Spotify's terms are kept with both. */
export function externalProvider(addresses: ProviderAddresses): StreamingProvider {
  const { clientId, clientSecret, accountsBase, apiBase, sdkUrl } = addresses
  const isReal = isSpotify(addresses)
  return {
    clientId,
    clientSecret,
    accountsBase: () => accountsBase,
    apiBase: () => apiBase,
    consentBase: accountsBase,
    // Spotify answers an app's own grant to some apps only; a connected member's is used there instead.
    appMaySearch: !isReal && clientSecret !== null,
    canRevoke: !isReal,
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

/** Whether these are Spotify's own addresses. */
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

/** The built-in provider's player runs in our page: its socket and its sound are the page's. */
function ownPlayerOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  const api = new URL(apiBase).origin
  const sdk = new URL(sdkUrl).origin
  // A policy that allows http allows no socket.
  const socket = sdk.replace(/^http/, 'ws')
  return { sdk, connect: [...new Set([api, sdk, socket])], media: [sdk], images: [api] }
}
