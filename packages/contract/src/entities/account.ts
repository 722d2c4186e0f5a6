import { providerFailures } from '@jointly/domain'
import * as z from 'zod/mini'
import { ProviderId } from '../primitives.ts'

export const Service = z.enum(['spotify'])
export type Service = z.infer<typeof Service>

/**
 * A linked streaming account. `status` is `reconnect` if the grant (what the account allows) has ended, and
 * `not-allowed` if the provider refuses this user or app.
 * - `refresh_token` is always empty (L2).
 * - `valid_until` is in seconds.
 */
export const Account = z.object({
  id: z.string(),
  service: Service,
  access_token: z.string(),
  refresh_token: z.literal(''),
  valid_until: z.int(),
  selected_playlists: z.int(),
  title: z.string(),
  detail: z.string(),
  name: z.string(),
  status: z.enum(['ok', 'reconnect', 'not-allowed']),
})
export type Account = z.infer<typeof Account>

/** A token that can be sent in an `Authorization` header: printable ASCII without spaces. */
export const BearerToken = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(4096), z.regex(/^[\x21-\x7E]*$/, 'format'))

/**
 * The body of `PUT /api/accounts/`: tokens that the client already has. The server asks the provider whose tokens they
 * are, so `id` is ignored (decision 004).
 */
export const AccountTokens = z.object({
  id: z.optional(z.string()),
  access_token: BearerToken,
  refresh_token: z.optional(z.string().check(z.maxLength(4096))),
  service: Service,
})

/** The number of playlists that one person may load (L4). */
export const LOADED_PLAYLISTS_MAX = 100

/**
 * A playlist of a linked account. If it is chosen, its songs are imported in the background (L4).
 * - `accounts`: the ids of the linked accounts that have the playlist.
 * - `load`: whether the playlist is chosen for random mode.
 * - `imported`: how many of its `total` songs are stored so far.
 * - `state`: how far the import is. `refused` means that the provider does not show the contents to this account.
 * - `reason`: why the last import failed; null if it did not fail.
 * - `retryAt`: when the import is tried again, in epoch milliseconds (L7); null if it is not.
 */
export const Playlist = z.object({
  id: ProviderId,
  accounts: z.array(z.string()),
  title: z.string(),
  name: z.string(),
  cover: z.nullable(z.string()),
  owner: z.string(),
  load: z.boolean(),
  state: z.enum(['none', 'waiting', 'importing', 'ready', 'failed', 'refused']),
  imported: z.int(),
  total: z.int(),
  reason: z.nullable(z.enum(providerFailures)),
  retryAt: z.nullable(z.int()),
})
export type Playlist = z.infer<typeof Playlist>

export const PlaylistChoice = z
  .array(z.object({ id: ProviderId, load: z.boolean() }))
  .check(z.maxLength(2000))
export type PlaylistChoice = z.infer<typeof PlaylistChoice>

/** What the browser needs to know about the streaming service: its addresses, and what it allows or requires. */
export const Provider = z.object({
  service: Service,
  name: z.string(),
  apiBase: z.string(),
  sdkUrl: z.string(),
  /** The page of the provider where users end their consent. Null if there is none. */
  manageUrl: z.nullable(z.string()),
  /** Whether the app may show a blurred cover as the background. Spotify's terms forbid changes of covers. */
  blurCover: z.boolean(),
  /** Whether the app may play silence in a loop, so that phones keep its page running in the background. */
  silentLoop: z.boolean(),
  /** Whether the provider's player starts songs at their start time without further commands. */
  keepsTime: z.boolean(),
  /** Whether the app must name the provider beside songs and link to its pages. */
  attribution: z.boolean(),
})
export type Provider = z.infer<typeof Provider>
