import * as z from 'zod/mini'
import { EpochMs, visibleText } from '../primitives.ts'

/**
 * Identifies a history: the songs that played while a person was in a session (T3). The id of a visit, as in the
 * timeline, means that visit. The id of a session means all visits of the person to the session.
 */
export const HistoryId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d{1,15})?$/, 'id'))

/**
 * A playlist at the streaming service in which a person saves the songs that played (T3).
 * - `url`: the page of the playlist at the service. Null if it has no page, or if the playlist does not exist yet.
 * - `saved`: the number of songs in the playlist.
 * - `remaining`: the number of songs that are not saved yet. The app repeats the call until it is 0.
 * - `skipped`: the number of songs that are left out, because the service cannot play them or does not accept them.
 */
export const SavedPlaylist = z.object({
  name: z.string(),
  url: z.nullable(z.string()),
  saved: z.int(),
  remaining: z.int(),
  skipped: z.int(),
})
export type SavedPlaylist = z.infer<typeof SavedPlaylist>

/**
 * A summary of the songs that played while a person was in a session (T3).
 * - `songs`: the number of songs, of which the streaming service can play `playable`.
 * - `from`, `to`: when the first and the last song started.
 * - `playlist`: the playlist in which the songs are saved, or null.
 */
export const History = z.object({
  title: z.string(),
  songs: z.int(),
  playable: z.int(),
  from: EpochMs,
  to: EpochMs,
  playlist: z.nullable(SavedPlaylist),
})
export type History = z.infer<typeof History>

/** The longest name of a playlist at the streaming service, in characters. */
export const MAX_PLAYLIST_NAME = 100

export const NewPlaylist = z.object({
  name: visibleText(MAX_PLAYLIST_NAME, 'playlist'),
  description: visibleText(300, 'description'),
})
export type NewPlaylist = z.infer<typeof NewPlaylist>
