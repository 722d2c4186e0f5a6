import { CODE_PATTERN, normalizeCode } from '@jointly/domain'
import * as z from 'zod/mini'

/** The only public identifier of a session (S1). `id`, `uuid`, `session_uuid` and `ssid` all contain it. */
export const Ssid = z.uuid()

/** A session code as a person types it. Parsing converts the code to its stored form (J1). */
export const SessionCode = z
  .string()
  .check(z.maxLength(40, 'code'), z.overwrite(normalizeCode), z.regex(CODE_PATTERN, 'code'))

/** A time of the server, in epoch milliseconds (P7). */
export const EpochMs = z.int().check(z.nonnegative())

/**
 * An id of the provider for a song, playlist or artist. Its characters have no meaning for us. It is never
 * `.` or `..`, so it is safe as a part of a path.
 */
export const ProviderId = z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,100}$/, 'id'))

/** A person's identifier. */
export const UserId = z.uuid()

/**
 * Characters that would damage the text around them: control characters, single surrogates, and characters that
 * change the text direction.
 */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

const EVERY_UNSAFE_CHARACTER = new RegExp(UNSAFE_CHARACTERS, 'gu')

/**
 * Creates the schema of a text of one line, which may be empty. Unsafe characters are removed, so that the name of a
 * device is not refused because of them.
 */
export const cleanedLine = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.overwrite((text) => text.replace(EVERY_UNSAFE_CHARACTER, '').trim()),
  )

/** Texts that show nothing: only spaces, joiners, fillers and marks without a letter. */
const INVISIBLE_CHARACTERS = /^[\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * Creates the schema of a visible text of one line: 1 to `most` characters after trimming, counted as code
 * points.
 *
 * @param reason the word in `fields` for an invalid text
 */
export const visibleText = (most: number, reason: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => !UNSAFE_CHARACTERS.test(text) && !INVISIBLE_CHARACTERS.test(text), reason),
    z.refine((text) => [...text].length <= most, reason),
  )

/** The characters of `UNSAFE_CHARACTERS`, but not the line end, which a text of several rows may have. */
const UNSAFE_IN_ROWS = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/**
 * Creates the schema of a visible text of several rows: 1 to `most` characters after cleaning and trimming,
 * counted as code points. Unsafe characters are removed, and at most one empty row stays between two others.
 *
 * @param reason the word in `fields` for an invalid text
 */
export const cleanedLines = (most: number, reason: string) =>
  z.string().check(
    z.overwrite(cleanRows),
    z.refine((text) => !INVISIBLE_CHARACTERS.test(text.replaceAll('\n', '')), reason),
    z.refine((text) => text.length <= 2 * most && [...text].length <= most, reason),
  )

function cleanRows(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSAFE_IN_ROWS, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A session title (S3). */
export const Title = visibleText(80, 'title')
