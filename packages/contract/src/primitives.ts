import * as z from 'zod/mini'

/** A session's one public identifier (S1): `id`, `uuid`, `session_uuid` and `ssid` all carry it. */
export const Ssid = z.uuid()

/** Server epoch milliseconds (P7). */
export const EpochMs = z.int().check(z.nonnegative())

/** A provider's own identifier of a song, playlist or artist: opaque, never a path. */
export const ProviderId = z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,100}$/, 'id'))

/** A person's identifier. */
export const UserId = z.uuid()

/** A session title: 1 to 80 characters after trimming, counted as people count them (S3). */
export const Title = z.string().check(
  z.trim(),
  z.minLength(1, 'title'),
  z.refine((title) => [...title].length <= 80, 'title'),
)
