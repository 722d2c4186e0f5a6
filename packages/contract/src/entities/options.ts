import * as z from 'zod/mini'
import { EpochMs, ProviderId, Title, UserId } from '../primitives.ts'
import { Fallback, HostRules } from './host-rules.ts'
import { ModeratorLevel, Policy } from './session.ts'
import { FlavorItem } from './song.ts'
import { PictureId } from './user.ts'

/**
 * The flavor: which songs a session accepts (F2). A `blacklist` refuses the songs that match an entry of `selected`, a
 * `whitelist` refuses all other songs, and `disabled` refuses none.
 */
export const Flavor = z.object({
  mode: z.enum(['blacklist', 'whitelist', 'disabled']),
  selected: z.array(FlavorItem).check(z.maxLength(500, 'length')),
})
export type Flavor = z.infer<typeof Flavor>

/** How many moderators a session may have besides its owner, and how many banned people (R3). */
export const MODERATORS_MAX = 100
export const BANNED_MAX = 1_000

/** A moderator, or the owner, in the list of moderators of the options. */
export const Moderator = z.object({
  user_id: UserId,
  username: z.string(),
  level: z.enum(['owner', ...ModeratorLevel.options]),
  picture: z.optional(PictureId),
})
export type Moderator = z.infer<typeof Moderator>

export const BannedUser = z.object({
  user_id: UserId,
  username: z.string(),
  guest: z.optional(z.literal(true)),
  picture: z.optional(PictureId),
})
export type BannedUser = z.infer<typeof BannedUser>

/**
 * The addresses to share a session (D3). A new window sends no token. So the addresses of the QR codes and posters are
 * signed, and they are valid for at least a day.
 */
export const Share = z.object({
  link: z.string(),
  /** The short link with the code (J4). It exists only for sessions with the policy `link`. */
  shortLink: z.optional(z.string()),
  /** The address of the QR code as SVG. `qrPng` is its address as PNG. */
  qr: z.string(),
  qrPng: z.string(),
  /** The address of the poster as PDF for A4 paper. `pdfLetter` is the address for US Letter. */
  pdf: z.string(),
  pdfLetter: z.string(),
})
export type Share = z.infer<typeof Share>

/** The options of a session that the user may see (D3, R2). Sections that the user may not see are missing. */
export const Options = z.object({
  version: z.int(),
  managed: z.boolean(),
  /** When a monthly upgrade ends (R5). Null for an upgrade without an end. Only the owner gets this field. */
  managedUntil: z.optional(z.nullable(EpochMs)),
  title: z.optional(z.string()),
  skipPercent: z.optional(z.int()),
  policy: z.optional(Policy),
  /** Whether guests may enter (G5). */
  guests: z.optional(z.boolean()),
  /** Whether the session has a chat (C4). */
  chat: z.optional(z.boolean()),
  ...z.partial(HostRules).shape,
  fallback: z.optional(z.nullable(Fallback)),
  flavor: z.optional(Flavor),
  /** The moderators. The first entry is the owner, whose role cannot be changed (R2). */
  mods: z.optional(z.array(Moderator)),
  banned: z.optional(z.array(BannedUser)),
  share: z.optional(Share),
})
export type Options = z.infer<typeof Options>

/**
 * The options to save. A section that is missing stays as it is (R2). `mods` must list all moderators. It may also
 * list the owner, whose role cannot change.
 */
export const OptionsBody = z.object({
  version: z.int(),
  title: z.optional(Title),
  skipPercent: z.optional(z.int().check(z.gte(1, 'percent'), z.lte(100, 'percent'))),
  policy: z.optional(Policy),
  guests: z.optional(z.boolean()),
  chat: z.optional(z.boolean()),
  ...z.partial(HostRules).shape,
  /** The id of a loaded playlist of the person who saves. Null removes the fallback. */
  fallback: z.optional(z.nullable(z.object({ id: ProviderId }))),
  flavor: z.optional(Flavor),
  mods: z.optional(
    z
      .array(z.object({ user_id: UserId, level: z.enum(['owner', ...ModeratorLevel.options]) }))
      .check(z.maxLength(MODERATORS_MAX + 1, 'length')),
  ),
  banned: z.optional(z.array(z.object({ user_id: UserId })).check(z.maxLength(BANNED_MAX, 'length'))),
})
export type OptionsBody = z.infer<typeof OptionsBody>
