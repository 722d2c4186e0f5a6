import type { Active, LoginAnswer, User } from '@jointly/contract'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { type StoredUser, userById } from '../users.ts'
import type { LoginContext } from './context.ts'
import { deviceOf } from './device.ts'

export const wrongPassword = refuse('invalid', { fields: { password: 'wrong' } })

/** The client of a login: its network and its `User-Agent`. */
export type LoginSource = { network: string; userAgent: string }

/**
 * Logs in a person who has shown who they are. Refused where they are gone by now, or have another password than the one
 * that was read: what ends all logins would miss this one (A2).
 *
 * @param user as read before it was checked who they are
 */
export async function logInAs(
  deps: LoginContext,
  user: StoredUser,
  from: LoginSource,
): Promise<LoginAnswer | Refused> {
  const active = await transact<Active | Refused>(deps.db, async (trx) => {
    await lockUsers(trx, [user.id])
    if (!(await passwordIsUnchanged(trx, user))) return refuse('credentials')
    return startLogin(deps, trx, user, from)
  })
  const { network } = from
  if (isRefused(active)) {
    deps.logSecurity({ event: 'login.failed', userId: user.id, network })
    return active
  }
  deps.logSecurity({ event: 'login.succeeded', userId: user.id, network, loginIds: [active.id] })
  await deps.tokens.endSurplus(user.id)
  return { user: presentUser(user), active }
}

/** A new login of a person, whose network is known from now on (A4). */
export async function startLogin(
  { tokens, knownNetworks }: LoginContext,
  db: Db,
  { id, username }: StoredUser,
  { network, userAgent }: LoginSource,
): Promise<Active> {
  await knownNetworks.remember(db, { userId: id, username, network })
  return tokens.issue(db, id, deviceOf(userAgent))
}

/**
 * Refuses someone who is logged in and cannot say their password.
 *
 * @param network of the client
 * @returns the person as read before the check
 */
export async function checkPassword(
  { db, passwords, logSecurity }: LoginContext,
  { userId }: Caller,
  password: string,
  network: string,
): Promise<StoredUser | Refused> {
  const user = await userById(db, userId)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (user && isRight) return user
  logSecurity({ event: 'password.failed', userId, network })
  return wrongPassword
}

/**
 * Whether a person, who is locked, still has the password that was checked. Another one may have been set meanwhile to keep
 * out who knows the old one (A2).
 */
export async function passwordIsUnchanged(trx: Trx, { id, passwordHash }: StoredUser): Promise<boolean> {
  const current = await userById(trx, id)
  return current?.passwordHash === passwordHash
}

/** A user's own data (D4). */
export function presentUser({ id, username, email, level }: StoredUser): User {
  return { id, username, email, level }
}
