import * as z from 'zod/mini'
import {
  NewCredential,
  NewCredentialOptions,
  Passkey,
  PasskeyName,
  UseCredentialOptions,
  UsedCredential,
} from '../entities/passkey.ts'
import { CurrentPassword, LoginAnswer } from '../entities/user.ts'
import type { Route } from '../route.ts'
import { EmptyAnswer, accountCall, publicCall } from './access.ts'

const ById = z.object({ id: z.uuid() })

/** Routes to log in with a passkey, and to manage the passkeys of the caller (A12, A13). */
export const passkeyRoutes = {
  passkeyLoginOptions: {
    ...publicCall('POST', '/api/passkeys/login/options'),
    summary: 'What the browser needs to log in with a passkey; the challenge works once, for 5 minutes',
    answer: UseCredentialOptions,
  },
  passkeyLogin: {
    ...publicCall('POST', '/api/passkeys/login'),
    summary: 'Log in with a passkey',
    body: z.object({ credential: UsedCredential }),
    answer: LoginAnswer,
  },
  passkeys: {
    ...accountCall('GET', '/api/passkeys/'),
    summary: 'The own passkeys, and for which name they are: null where this server can have none',
    answer: z.object({ rpId: z.nullable(z.string()), passkeys: z.array(Passkey) }),
  },
  passkeyOptions: {
    ...accountCall('POST', '/api/passkeys/options'),
    summary: 'What the browser needs to make a passkey; needs the password unless the login is recent',
    body: z.object({ password: z.optional(CurrentPassword) }),
    answer: NewCredentialOptions,
  },
  addPasskey: {
    ...accountCall('POST', '/api/passkeys/'),
    summary: 'Add the passkey that the browser made',
    body: z.object({ name: PasskeyName, credential: NewCredential }),
    answer: Passkey,
  },
  renamePasskey: {
    ...accountCall('PUT', '/api/passkeys/:id'),
    summary: 'Rename an own passkey',
    params: ById,
    body: z.object({ name: PasskeyName }),
    answer: EmptyAnswer,
  },
  removePasskey: {
    ...accountCall('DELETE', '/api/passkeys/:id'),
    summary: 'Remove an own passkey; needs the password unless the login is recent',
    params: ById,
    body: z.optional(z.object({ password: z.optional(CurrentPassword) })),
    answer: EmptyAnswer,
  },
} as const satisfies Record<string, Route>
