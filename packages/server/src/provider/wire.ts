import { cleanedLine, ProviderId } from '@jointly/contract'
import * as z from 'zod/mini'

/**
 * The schemas of the provider's answers, with only the fields that the server reads. Spotify renamed some fields in
 * 2026, for example `tracks` to `items`. The old and the new names are accepted. Each entry of a list is parsed
 * separately, so that an invalid entry does not affect the others (L11).
 */

/** The maximum length of a text. Names and addresses of the provider are much shorter. */
const MAX_LENGTH = 4_096
/** The largest number that a column of the database stores. */
const MAX_INTEGER = 2 ** 31 - 1
/** How long an access token is valid if the provider does not say it, in seconds. */
const USUAL_LIFE_SEC = 3_600

const MaybeEmpty = cleanedLine(MAX_LENGTH)
const Text = cleanedLine(MAX_LENGTH).check(z.minLength(1))
const Total = z.int().check(z.nonnegative(), z.lte(MAX_INTEGER))
const List = z.array(z.unknown())

/** A token, which must fit into a header: visible ASCII characters. Those of Spotify have some hundred characters. */
const Token = z.string().check(z.regex(/^[!-~]+$/), z.maxLength(MAX_LENGTH))

/** The tokens of a grant. A wrong lifetime is replaced, because each refresh token may work only once (L2). */
export const TokenAnswer = z.object({
  access_token: Token,
  expires_in: z.catch(z.number().check(z.positive(), z.lte(MAX_INTEGER)), USUAL_LIFE_SEC),
  refresh_token: z.nullish(z.union([Token, z.literal('')])),
})

export const TokenError = z.object({ error: z.string() })

export const Me = z.object({
  id: Text,
  /** The permanent id of the user. Some answers do not have it. The field `id` may change. */
  account_id: z.nullish(MaybeEmpty),
  display_name: z.nullish(MaybeEmpty),
})

export const Image = z.object({ url: Text, width: z.nullish(z.number()) })

export const WirePlaylist = z.object({
  id: ProviderId,
  name: MaybeEmpty,
  collaborative: z.nullish(z.boolean()),
  external_urls: z.nullish(z.object({ spotify: z.nullish(MaybeEmpty) })),
  images: z.nullish(List),
  owner: z.object({ id: Text, display_name: z.nullish(MaybeEmpty) }),
  snapshot_id: Text,
  items: z.nullish(z.object({ total: z.nullish(Total) })),
  tracks: z.nullish(z.object({ total: z.nullish(Total) })),
})
export type WirePlaylist = z.infer<typeof WirePlaylist>

/** The answer to the request that creates a playlist. */
export const CreatedPlaylist = z.object({
  id: Text,
  external_urls: z.nullish(z.object({ spotify: z.nullish(MaybeEmpty) })),
})

/** The answer to a request that changes a playlist. */
export const ChangedPlaylist = z.object({ snapshot_id: Text })

export const WireArtist = z.object({ id: z.nullish(MaybeEmpty), name: MaybeEmpty })

export const WireTrack = z.object({
  id: ProviderId,
  name: MaybeEmpty,
  artists: z.nullish(List),
  album: z.nullish(
    z.object({ id: z.nullish(MaybeEmpty), name: z.nullish(MaybeEmpty), images: z.nullish(List) }),
  ),
  duration_ms: z.number().check(z.nonnegative(), z.lte(MAX_INTEGER)),
  explicit: z.nullish(z.boolean()),
  external_urls: z.nullish(z.object({ spotify: z.nullish(MaybeEmpty) })),
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
  total: z.nullish(Total),
})
export type Page = z.infer<typeof Page>

/** An album with its first songs. Unlike in other answers, these songs have no field `album`. */
export const WireAlbum = z.object({
  id: ProviderId,
  name: MaybeEmpty,
  images: z.nullish(List),
  tracks: Page,
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
