import type { Provider } from '@jointly/contract'
import type { ProviderAddresses } from '../config.ts'
import type { ProviderOrigins } from '../platform/http/security-headers.ts'

/** The configured streaming service: how the server calls it, and what it allows. */
export type StreamingProvider = {
  clientId: string
  clientSecret: string | null
  /**
   * Returns the address of the token endpoint. This is a function, because our own address is known only after
   * the server listens.
   */
  accountsBase(): string
  apiBase(): string
  /** The address of the consent page for browsers, or a path on our own origin. */
  consentBase: string
  /** Whether users without a linked account may search with the app's own token (L5). */
  appMaySearch: boolean
  /**
   * Whether the provider supports two extensions of the built-in provider: revoking tokens (RFC 7009), and
   * finding an account by its former refresh tokens.
   */
  canRevoke: boolean
  /** Whether the server may create an account for a person without the consent page (L15). */
  canLinkDirectly: boolean
  /** Whether its consent page takes `ui_locales` (W3). Spotify does not document this parameter. */
  takesLanguage: boolean
  /** What the web app needs to know about the provider. */
  description: Provider
  origins: ProviderOrigins
}

/**
 * A person as the provider knows them (L14). `accountId` never changes; it is null if the provider does not send it.
 * `id` may change; playlists name their owner by this id.
 */
export type ProviderPerson = { accountId: string | null; id: string; name: string }

export type ProviderTokens = {
  accessToken: string
  /** The new refresh token. Null if the old one stays valid. */
  refreshToken: string | null
  validUntilSec: number
}

/**
 * Returns the protocols that links to the provider's pages may have. Empty if its terms need no links. http is
 * allowed only if the provider runs on this machine.
 */
export function linkProtocolsOf({ description, apiBase }: StreamingProvider): readonly string[] {
  return description.attribution ? ['https:', new URL(apiBase()).protocol] : []
}

/** The path of the built-in provider on our own port. */
export const BUILT_IN_PATH = '/spotify'
export const BUILT_IN_CLIENT_ID = 'jointly'

/**
 * Describes the built-in provider, which allows everything because it plays our own music.
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

/** Describes Spotify, or a compatible service at another address. The app follows Spotify's terms with both. */
export function externalProvider(addresses: ProviderAddresses): StreamingProvider {
  const { clientId, clientSecret, accountsBase, apiBase, sdkUrl } = addresses
  const isReal = isSpotify(addresses)
  return {
    clientId,
    clientSecret,
    accountsBase: () => accountsBase,
    apiBase: () => apiBase,
    consentBase: accountsBase,
    // Spotify lets only some apps search without a user. So the search uses the account of another member there.
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

/** Returns whether the addresses belong to Spotify itself. */
export function isSpotify({ apiBase }: ProviderAddresses): boolean {
  return new URL(apiBase).hostname === 'api.spotify.com'
}

/** Returns the origins for Spotify, whose player makes all its requests in a frame of its own origin. */
function spotifyOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  return {
    sdk: new URL(sdkUrl).origin,
    connect: [new URL(apiBase).origin],
    media: [],
    images: ['https://i.scdn.co', 'https://mosaic.scdn.co', 'https://*.spotifycdn.com'],
  }
}

/**
 * Returns the origins for the built-in provider. Its player runs in our page, so our security policy must allow
 * its connections and sound.
 */
function ownPlayerOrigins({ apiBase, sdkUrl }: ProviderAddresses): ProviderOrigins {
  const api = new URL(apiBase).origin
  const sdk = new URL(sdkUrl).origin
  // The socket needs its own entry, because in a security policy an http origin does not include WebSockets.
  const socket = sdk.replace(/^http/, 'ws')
  return { sdk, connect: [...new Set([api, sdk, socket])], media: [sdk], images: [api] }
}
