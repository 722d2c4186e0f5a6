import type { Client } from './accounts/clients.ts'
import type { Faults } from './control/faults.ts'
import type { Library, Log } from '@jointly/music-library'

/** The path below which everything is served. */
export const basePath = '/spotify'

export type EmulatorOptions = {
  /**
   * The origin under which apps reach the provider. Without it, each response uses the origin of its request.
   */
  readonly publicOrigin?: string
  /** The origin of pictures, by default the same; `''` gives root-relative addresses. */
  readonly imageOrigin?: string
  /** The folder for grants, playlists and cached tags. Without it, they are kept in memory. */
  readonly dataDir?: string
  /** Apps that may ask for consent. */
  readonly clients: readonly Client[]
  /** Whether `login_as=<listener>` approves without a page, for tests and development; default off. */
  readonly loginAs?: boolean
  /** The operator's own music; it replaces the bundled songs. */
  readonly musicDir?: string
  /** Another source of music. */
  readonly library?: Library
  /** Whether clients on this machine may use the fault switches below `/__emu`; default off. */
  readonly control?: boolean
  readonly faults?: Partial<Faults>
  /** Whether all requests come through a server of ours, which names the client in `X-Forwarded-For`. */
  readonly passedOn?: boolean
  readonly log?: Log
  /** How often the token of each player is checked, in milliseconds; default ten seconds. */
  readonly tokenCheckEveryMs?: number
  /** Returns the current time in epoch milliseconds. */
  readonly now?: () => number
}
