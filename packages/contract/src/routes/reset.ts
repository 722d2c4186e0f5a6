import * as z from 'zod/mini'
import { CurrentPassword, NewPassword } from '../entities/user.ts'
import { EpochMs } from '../primitives.ts'
import type { Route } from '../route.ts'
import { accountCall, EmptyAnswer, publicCall } from './access.ts'

/** Routes for a forgotten password, with links that set a new password (A14, A15). */
export const resetRoutes = {
  resetPassword: {
    ...publicCall('POST', '/api/reset/'),
    summary: 'Set a new password by a reset link; every login and passkey of the person ends',
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)), password: NewPassword }),
    answer: EmptyAnswer,
  },
  mailResetLink: {
    ...publicCall('POST', '/api/reset/mail'),
    summary: 'Send a reset link to the address of an account, if there is one',
    body: z.object({ who: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254)) }),
    answer: EmptyAnswer,
  },
  createResetLink: {
    ...accountCall('POST', '/api/reset/link'),
    summary: 'Create a reset link for another person (level 735)',
    body: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200)),
      password: z.optional(CurrentPassword),
      /** Whether all logins and passkeys of the user end now. Otherwise they end when the link is used. */
      endLogins: z.optional(z.boolean()),
    }),
    answer: z.object({ username: z.string(), link: z.string(), validUntil: EpochMs }),
  },
} as const satisfies Record<string, Route>
