import {
  NICKNAME_MAX_LENGTH,
  NICKNAME_PATTERN,
  PASSWORD_MAX_LENGTH,
  PASSWORD_PATTERN,
  USERNAME_PATTERN,
} from '@jointly/domain'
import * as z from 'zod/mini'
import { EpochMs, Ssid, UserId } from '../primitives.ts'

/** Is trimmed, because keyboards of phones add a space after a word (A3). */
export const Username = z.string().check(z.trim(), z.regex(USERNAME_PATTERN, 'username'))

export const NewPassword = z
  .string()
  .check(z.maxLength(PASSWORD_MAX_LENGTH, 'password'), z.regex(PASSWORD_PATTERN, 'password'))

/** The user's current password, which an important change requires again. */
export const CurrentPassword = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX_LENGTH, 'password'))

/** An e-mail address as a browser checks it (spec section 5). Therefore `name@localhost` is valid too. */
export const Email = z
  .email({ pattern: z.regexes.html5Email, error: 'email' })
  .check(z.maxLength(254, 'email'))

/** The id of a picture. It is new for each upload, and nobody can guess it (U3). */
export const PictureId = z.string().check(z.regex(/^[\w-]{22}$/, 'picture'))

/** The largest size of an uploaded picture, in bytes (U4). */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024

/** A person as everyone may see them (D4). */
export const PublicUser = z.object({
  id: UserId,
  username: z.string(),
  /** True for a guest. Everyone sees this mark, because several guests may have the same nickname (G1). */
  guest: z.optional(z.literal(true)),
  /** The id of the person's picture (U3). Missing without a picture. */
  picture: z.optional(PictureId),
})
export type PublicUser = z.infer<typeof PublicUser>

/** The level of a person who runs the server and may create tickets (A5, A6). The specification sets the number. */
export const SUPER_LEVEL = 735

/** The logged-in person as they see themselves. */
export const User = z.extend(PublicUser, { email: z.string(), level: z.int() })
export type User = z.infer<typeof User>

/**
 * The current login. `token` is the bearer token, and `id` identifies the login without revealing the token.
 */
export const CurrentLogin = z.object({ id: z.string(), token: z.string() })
export type CurrentLogin = z.infer<typeof CurrentLogin>

/** A login in the user's list of logins (A9). */
export const ActiveLogin = z.object({
  id: z.string(),
  /** The browser and system of the login. Null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  firstSeen: EpochMs,
  /** When the login was last used, stored at most once an hour. */
  lastUsed: EpochMs,
  /** When the login ends if it is not used again. */
  validUntil: EpochMs,
  /** Whether this is the login of the request. */
  current: z.boolean(),
})
export type ActiveLogin = z.infer<typeof ActiveLogin>

export const Login = z.object({
  username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'username')),
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX_LENGTH, 'password')),
})

export const Registration = z.object({ username: Username, email: Email, password: NewPassword })
export type Registration = z.infer<typeof Registration>

export const LoginAnswer = z.object({ user: User, active: CurrentLogin })
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** The largest length of a sent nickname before it is trimmed and normalised, in UTF-16 units. */
const NICKNAME_MAX_UNITS = 200

/** The name of a guest: letters and digits of every script, and a few signs (G1). */
export const Nickname = z.pipe(
  // Normalising a long text of combining marks takes seconds, so the length is limited first (O6).
  z.string().check(z.maxLength(NICKNAME_MAX_UNITS, 'nickname')),
  z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.refine((text) => [...text].length <= NICKNAME_MAX_LENGTH && NICKNAME_PATTERN.test(text), 'nickname'),
  ),
)

/** The body with which a guest changes their nickname (G9). */
export const GuestName = z.object({ nickname: Nickname })
export type GuestName = z.infer<typeof GuestName>

/** The secret by which the server recognises the device of a guest (G3). */
const GuestDevice = z.string().check(z.maxLength(100))

/**
 * The body to join as a guest. `ssid` is the session of the invitation. `device` is the secret that an earlier answer
 * gave to this device (G3).
 */
export const NewGuest = z.object({ nickname: Nickname, ssid: Ssid, device: z.optional(GuestDevice) })
export type NewGuest = z.infer<typeof NewGuest>

export const GuestAnswer = z.extend(LoginAnswer, { device: GuestDevice })
export type GuestAnswer = z.infer<typeof GuestAnswer>

/** The code of a ticket (A6). */
export const TicketCode = z.string().check(z.maxLength(100))

/**
 * The data with which a guest creates an account (G6). The e-mail address is optional. The ticket is needed where
 * registration is by ticket.
 */
export const GuestUpgrade = z.object({
  username: Username,
  password: NewPassword,
  email: z.optional(Email),
  ticket: z.optional(TicketCode),
})
export type GuestUpgrade = z.infer<typeof GuestUpgrade>
