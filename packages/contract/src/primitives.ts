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

/** A session title that can be seen: 1 to 80 characters after trimming, counted as code points (S3). */
export const Title = z.string().check(
  z.trim(),
  z.refine((title) => !SPOILING.test(title) && !BLANK.test(title), 'title'),
  z.refine((title) => [...title].length <= 80, 'title'),
)
