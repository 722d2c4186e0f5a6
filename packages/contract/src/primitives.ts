import * as z from 'zod/mini'

/** A session's one public identifier (S1): `id`, `uuid`, `session_uuid` and `ssid` all carry it. */
export const Ssid = z.uuid()

/** Server epoch milliseconds (P7). */
export const EpochMs = z.int().check(z.nonnegative())

/** A provider's own identifier of a song, playlist or artist: opaque, never a path. */
export const ProviderId = z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,100}$/, 'id'))

/** A person's identifier. */
export const UserId = z.uuid()

/** Controls, halves of characters, and what turns the direction of the text around it: they spoil what stands beside. */
const SPOILING = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** What a font draws nothing for: spaces, joiners, fillers, marks without a letter. */
const BLANK = /^[\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * A text of one line that can be seen: 1 to `most` characters after trimming, counted as code points.
 *
 * @param reason the word that names a bad one in `fields`
 */
export const visibleText = (most: number, reason: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => !SPOILING.test(text) && !BLANK.test(text), reason),
    z.refine((text) => [...text].length <= most, reason),
  )

/** A session title (S3). */
export const Title = visibleText(80, 'title')
