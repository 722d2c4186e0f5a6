import { songRules } from '@jointly/domain'
import * as z from 'zod/mini'
import { EpochMs, ProviderId } from '../primitives.ts'

/**
 * An entry of a flavor (the session's song rules): an artist, a song, or a playlist with all its songs (F1).
 */
export const FlavorItem = z.object({
  kind: z.enum(['artist', 'song', 'playlist']),
  id: ProviderId,
  name: z.optional(z.string().check(z.maxLength(300))),
  title: z.optional(z.string().check(z.maxLength(300))),
})
export type FlavorItem = z.infer<typeof FlavorItem>

export const Artist = z.object({ id: z.nullable(z.string()), name: z.string() })
export type Artist = z.infer<typeof Artist>

/**
 * A song. `id` is the provider's track id (D1), and `duration` is in milliseconds. `link` is the song's page at the
 * provider; null without a safe address.
 */
export const Song = z.object({
  id: ProviderId,
  title: z.string(),
  artists: z.array(Artist),
  cover: z.nullable(z.string()),
  duration: z.int(),
  sources: z.array(z.object({ service: z.string(), src: z.string() })),
  link: z.nullable(z.string()),
  explicit: z.boolean(),
  /** When the song started in the session. Only songs that have played have it (D1). */
  start: z.optional(EpochMs),
})
export type Song = z.infer<typeof Song>

/** A rule of the host that refuses a song for everyone (H5). */
export const SongRule = z.enum(songRules)

export const Album = z.object({ id: ProviderId, name: z.string() })
export type Album = z.infer<typeof Album>

/** The longest text of a search, in characters. */
export const MAX_QUERY_LENGTH = 200

/** Returns the search text for the songs of an artist (Q6). */
export function artistQuery(name: string): string {
  const [start, end] = ['artist:"', '"']
  return start + name.replaceAll('"', ' ').slice(0, MAX_QUERY_LENGTH - start.length - end.length) + end
}

/**
 * A song of a search or playlist. If a session is given, the fields say whether the song may get votes in it (D7).
 * - `listed`: whether the song is on the vote list.
 * - `refused`: whether the flavor (the session's song rules) or a rule of the host refuses the song (F3, H5).
 * - `refusedBy`: the item of the flavor that refuses the song. Missing if the song is refused because no item allows
 * it, or by a rule of the host.
 * - `refusedRule`: the rule of the host that refuses the song (H5).
 * - `album`: the album of the song. Only the songs of a search have this field.
 */
export const FoundSong = z.extend(Song, {
  listed: z.optional(z.boolean()),
  refused: z.optional(z.boolean()),
  refusedBy: z.optional(FlavorItem),
  refusedRule: z.optional(SongRule),
  album: z.optional(Album),
})
export type FoundSong = z.infer<typeof FoundSong>

/** Songs that the search suggests before the person types, grouped by the reason (Q4). */
export const Suggestions = z.object({
  groups: z.array(
    z.object({ kind: z.enum(['recent', 'playlists', 'voted', 'popular']), songs: z.array(FoundSong) }),
  ),
})
export type Suggestions = z.infer<typeof Suggestions>
