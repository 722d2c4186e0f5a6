import * as z from 'zod/mini'

/**
 * The schemas of the provider's answers, with only the fields that the server reads. Spotify renamed some fields in
 * 2026, for example `tracks` to `items`. The old and the new names are accepted. Each entry of a list is parsed
 * separately, so that an invalid entry does not affect the others (L11).
 */

const Text = z.string().check(z.minLength(1))
const List = z.array(z.unknown())

export const TokenAnswer = z.object({
  access_token: Text,
  expires_in: z.number(),
  refresh_token: z.nullish(z.string()),
})

export const TokenError = z.object({ error: z.string() })

export const Me = z.object({
  id: Text,
  /** The permanent id of the user. Some answers do not have it. The field `id` may change. */
  account_id: z.nullish(z.string()),
  display_name: z.nullish(z.string()),
})

export const Image = z.object({ url: Text, width: z.nullish(z.number()) })

export const WirePlaylist = z.object({
  id: Text,
  name: z.string(),
  description: z.nullish(z.string()),
  collaborative: z.nullish(z.boolean()),
  external_urls: z.nullish(z.object({ spotify: z.nullish(z.string()) })),
  images: z.nullish(List),
  owner: z.object({ id: Text, display_name: z.nullish(z.string()) }),
  snapshot_id: Text,
  items: z.nullish(z.object({ total: z.nullish(z.number()) })),
  tracks: z.nullish(z.object({ total: z.nullish(z.number()) })),
})
export type WirePlaylist = z.infer<typeof WirePlaylist>

/** The answer to the request that creates a playlist. */
export const CreatedPlaylist = z.object({
  id: Text,
  external_urls: z.nullish(z.object({ spotify: z.nullish(z.string()) })),
})

/** The answer to a request that changes a playlist. */
export const ChangedPlaylist = z.object({ snapshot_id: Text })

export const WireArtist = z.object({ id: z.nullish(z.string()), name: z.string() })

export const WireTrack = z.object({
  id: Text,
  name: z.string(),
  artists: z.nullish(List),
  album: z.nullish(
    z.object({ id: z.nullish(z.string()), name: z.nullish(z.string()), images: z.nullish(List) }),
  ),
  duration_ms: z.number(),
  explicit: z.nullish(z.boolean()),
  external_urls: z.nullish(z.object({ spotify: z.nullish(z.string()) })),
  is_local: z.nullish(z.boolean()),
  is_playable: z.nullish(z.boolean()),
  type: z.nullish(z.string()),
  uri: Text,
})
export type WireTrack = z.infer<typeof WireTrack>

/** An entry of a playlist. `item`, or with the old name `track`, is a song or an episode. It is null after deletion. */
export const WireItem = z.object({
  is_local: z.nullish(z.boolean()),
  item: z.optional(z.unknown()),
  track: z.optional(z.unknown()),
})

export const Page = z.object({
  items: List,
  next: z.nullish(z.string()),
  total: z.nullish(z.number()),
})
export type Page = z.infer<typeof Page>

/** An album with its first songs. Unlike in other answers, these songs have no field `album`. */
export const WireAlbum = z.object({
  id: Text,
  name: z.string(),
  images: z.nullish(List),
  tracks: z.object({ items: List }),
})

export const SearchPage = z.object({ tracks: Page })

/** Parses each entry of a list. Entries that do not match the schema are left out. */
export function parseEach<S extends z.ZodMiniType>(schema: S, entries: readonly unknown[]): z.output<S>[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

/** The error body of the Web API. Some errors are plain text instead. */
export const ApiError = z.object({
  error: z.object({ message: z.nullish(z.string()), reason: z.nullish(z.string()) }),
})
