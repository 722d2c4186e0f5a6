import { PASSWORD_MAX_LENGTH, PASSWORD_PATTERN, USERNAME_PATTERN } from '@jointly/domain'
import * as z from 'zod/mini'
import { EpochMs, UserId } from '../primitives.ts'

export const Username = z.string().check(z.regex(USERNAME_PATTERN, 'username'))

export const NewPassword = z
  .string()
  .check(z.maxLength(PASSWORD_MAX_LENGTH, 'password'), z.regex(PASSWORD_PATTERN, 'password'))

/** The password a person has, asked for again. */
export const CurrentPassword = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX_LENGTH, 'password'))

export const Email = z.email('email').check(z.maxLength(254, 'email'))

/** A person as everyone may see them (D4). */
export const PublicUser = z.object({ id: UserId, username: z.string() })
export type PublicUser = z.infer<typeof PublicUser>

/** The super level, which may create tickets (A5, A6). */
export const SUPER_LEVEL = 735

/** The signed-in person as they see themselves. */
export const User = z.extend(PublicUser, { email: z.string(), level: z.int() })
export type User = z.infer<typeof User>

/** The running log-in: `token` goes into the Authorization header, `id` names it without revealing it. */
export const Active = z.object({ id: z.string(), token: z.string() })
export type Active = z.infer<typeof Active>

/** One of a person's logins, in the list of them (A9). */
export const ActiveLogin = z.object({
  id: z.string(),
  /** From which browser and system it was made; null where they are not known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  firstSeen: EpochMs,
  /** Within an hour. */
  lastUsed: EpochMs,
  /** When it ends if it is not used any more. */
  validUntil: EpochMs,
  /** Whether this call used it. */
  current: z.boolean(),
})
export type ActiveLogin = z.infer<typeof ActiveLogin>

export const Login = z.object({
  username: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'username')),
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX_LENGTH, 'password')),
})

export const Registration = z.object({ username: Username, email: Email, password: NewPassword })
export type Registration = z.infer<typeof Registration>

export const LoginAnswer = z.object({ user: User, active: Active })
export type LoginAnswer = z.infer<typeof LoginAnswer>
