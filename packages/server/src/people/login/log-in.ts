import type { CurrentLogin, LoginAnswer, User } from '@jointly/contract'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { presentPublicUser, type StoredUser, userById } from '../users.ts'
import type { LoginContext } from './context.ts'
import { deviceOf } from './device.ts'

export const wrongPassword = refuse('invalid', { fields: { password: 'wrong' } })

/** The client of a login: its network and its `User-Agent`. */
export type LoginSource = { network: string; userAgent: string }

/**
 * Logs in a user whose identity was checked. The login is refused if the user was deleted, or has lost the password or
 * passkey of the check meanwhile, because a new password and a reset must end all logins (A2, A14).
 * @param user as loaded before the check
 * @param isStillValid checks this while the user's row is locked
 */
export async function logInAs(
  deps: LoginContext,
  user: StoredUser,
  from: LoginSource,
  isStillValid: (trx: Trx, user: StoredUser) => Promise<boolean>,
): Promise<LoginAnswer | Refusal> {
  const active = await transact<CurrentLogin | Refusal>(deps.db, async (trx) => {
    await lockUsers(trx, [user.id])
    if (!(await isStillValid(trx, user))) return refuse('credentials')
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

/** Starts a login and stores the network as known (A4). */
export async function startLogin(
  { tokens, knownNetworks }: LoginContext,
  db: Db,
  { id, username }: StoredUser,
  { network, userAgent }: LoginSource,
): Promise<CurrentLogin> {
  await knownNetworks.remember(db, { userId: id, username, network })
  return tokens.issue(db, id, deviceOf(userAgent))
}

/**
 * Checks the password of a logged-in user.
 *
 * @param network of the client
 * @returns the user as loaded before the check, or the refusal of a wrong password or of a busy server
 */
export async function checkPassword(
  { db, passwords, logSecurity }: LoginContext,
  { userId }: Caller,
  password: string,
  network: string,
): Promise<StoredUser | Refusal> {
  const user = await userById(db, userId)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (isRefused(isRight)) return isRight
  if (user && isRight) return user
  logSecurity({ event: 'password.failed', userId, network })
  return wrongPassword
}

/**
 * Returns whether the user still has the password that was checked. Another call may have changed the password
 * before this transaction locked the user's row (A2).
 */
export async function passwordIsUnchanged(trx: Trx, { id, passwordHash }: StoredUser): Promise<boolean> {
  const current = await userById(trx, id)
  return current?.passwordHash === passwordHash
}

/** Returns what a user may see of themselves: also the e-mail address and the level (D4). */
export function presentUser(user: StoredUser): User {
  const { email, level } = user
  return { ...presentPublicUser(user), email, level }
}
