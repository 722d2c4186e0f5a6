import type { Client } from './accounts/clients.ts'
import type { Faults } from './control/faults.ts'
import type { Library, Log } from '@jointly/music-library'

/** The path below which the provider answers. */
export const basePath = '/spotify'

export type EmulatorOptions = {
  /**
   * The origin under which apps reach the provider. Pages of other origins may then call only what Spotify opens to
   * every page (O3). If it is missing, each response uses the origin of its request, and every page may call.
   */
  readonly publicOrigin?: string
  /**
   * The origin in the addresses of pictures. The default is the provider's origin. With `''` the addresses are paths
   * without an origin.
   */
  readonly imageOrigin?: string
  /**
   * The folder for grants (consents), playlists and cached tags. If it is missing, these data are only in memory.
   */
  readonly dataDir?: string
  /** Apps that may ask for consent. */
  readonly clients: readonly Client[]
  /**
   * Whether the query parameter `login_as=<listener>` gives consent without the page, for tests and development.
   * The default is false.
   */
  readonly loginAs?: boolean
  /**
   * The maximum size of the folder of encoded bundled songs in `dataDir`. With 0, songs are not stored there. The
   * default is 512 MB.
   */
  readonly songCacheBytes?: number
  /** The folder with the operator's own music, which replaces the bundled songs. */
  readonly musicDir?: string
  /** A source of music that is used instead of the bundled songs and of `musicDir`. */
  readonly library?: Library
  /** Whether clients on this machine may switch faults on (below `/__emu`). The default is false. */
  readonly control?: boolean
  readonly faults?: Partial<Faults>
  /** Whether every request is forwarded by a server of Jointly, which names the client in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
  readonly log?: Log
  /** How often the token of each player is checked, in milliseconds. The default is ten seconds. */
  readonly tokenCheckEveryMs?: number
  /** Returns the current time in epoch milliseconds. */
  readonly now?: () => number
}
