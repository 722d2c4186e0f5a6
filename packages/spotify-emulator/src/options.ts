import type { Client, RedirectPolicy } from './accounts/clients.ts'
import type { Faults } from './control/faults.ts'
import type { Library, Log } from '@jointly/music-library'

export type EmulatorOptions = {
  /** Below which path everything lies; default `/spotify`, no slash at the end. */
  readonly basePath?: string
  /** The origin people reach the host at. Without it each answer uses the address its asker used. */
  readonly publicOrigin?: string
  /** The origin of pictures in answers: default as above; `''` gives root-relative addresses, right for every page of the host. */
  readonly imageOrigin?: string
  /** Folder for grants, written playlists and cached tags; without it they live in memory. */
  readonly dataDir?: string
  /** Apps that may ask for consent. */
  readonly clients: readonly Client[]
  /** Allows redirect addresses that are not registered; default: the callback page of the own origin. */
  readonly allowRedirect?: RedirectPolicy
  /** Lets `login_as=<listener>` approve without a page, for tests and the development world; default off. */
  readonly loginAs?: boolean
  /** The operator's own music; it replaces the bundled songs. */
  readonly musicDir?: string
  /** Another source of music altogether. */
  readonly library?: Library
  /** Serves the fault switches below `/__emu` to loopback peers; default off. */
  readonly control?: boolean
  readonly faults?: Partial<Faults>
  /** A server of ours passes all requests on, and names who asked in `X-Forwarded-For`; nobody else reaches us. */
  readonly passedOn?: boolean
  readonly log?: Log
  /** How often it is looked whether each player's token is still good, in milliseconds; default ten seconds. */
  readonly tendEveryMs?: number
  /** Epoch ms. */
  readonly now?: () => number
  /** Numbers in [0, 1). */
  readonly random?: () => number
}
