import * as z from 'zod/mini'

/** What of the provider's answers is read, in the forms of 2026 and before. Everything else is let through unseen. */

const Image = z.object({ url: z.string(), width: z.nullish(z.number()) })
const Images = z.nullish(z.array(Image))

export const TokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
})

export const TokenError = z.object({ error: z.string(), error_description: z.optional(z.string()) })

export const Me = z.object({
  id: z.string(),
  /** Unchanging, unlike `id`; older answers lack it. */
  account_id: z.optional(z.string()),
  display_name: z.nullish(z.string()),
})

export const WirePlaylist = z.object({
  id: z.string(),
  name: z.string(),
  collaborative: z.optional(z.boolean()),
  images: Images,
  owner: z.object({ id: z.string(), display_name: z.nullish(z.string()) }),
  snapshot_id: z.string(),
  items: z.nullish(z.object({ total: z.number() })),
  tracks: z.nullish(z.object({ total: z.number() })),
})

export const WireTrack = z.object({
  id: z.string(),
  name: z.string(),
  artists: z.array(z.object({ id: z.nullish(z.string()), name: z.string() })),
  album: z.optional(z.object({ images: Images })),
  duration_ms: z.number(),
  explicit: z.optional(z.boolean()),
  external_urls: z.optional(z.object({ spotify: z.optional(z.string()) })),
  is_local: z.optional(z.boolean()),
  is_playable: z.optional(z.boolean()),
  type: z.optional(z.string()),
  uri: z.string(),
})
export type WireTrack = z.infer<typeof WireTrack>

/** An entry of a playlist: a song, or something else, or nothing where the song is gone. */
export const WireItem = z.object({
  is_local: z.optional(z.boolean()),
  item: z.optional(z.unknown()),
  track: z.optional(z.unknown()),
})

const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(z.nullable(item)), next: z.nullish(z.string()), total: z.optional(z.number()) })

export const PlaylistPage = pageOf(WirePlaylist)
export const ItemPage = pageOf(WireItem)
export const SearchPage = z.object({ tracks: pageOf(WireTrack) })

/** The two shapes in which the Web API refuses; some refusals are plain text instead. */
export const ApiError = z.object({
  error: z.object({
    status: z.optional(z.number()),
    message: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
})
