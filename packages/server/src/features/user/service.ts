import {
  type Active,
  type LoginAnswer,
  type PublicUser,
  type Registration,
  type User,
} from '@jointly/contract'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { deviceOf } from './login/device.ts'
import type { KnownNetworks } from './login/known-networks.ts'
import type { Passwords } from './login/passwords.ts'
import { createUser, type StoredUser, setPasswordHash, userById, userByName } from '../../people/users.ts'
import type { Tokens } from './login/tokens.ts'

export const wrongPassword = refuse('invalid', { fields: { password: 'wrong' } })

export type UserDeps = {
  db: Db
  now: () => number
  passwords: Passwords
  tokens: Tokens
  knownNetworks: KnownNetworks
  logSecurity: SecurityLog
  grants: {
    /** Starts to end the user's access tokens of the streaming service (B3). */
    endAccess(userId: string): void
  }
}

/** The network and user agent of a login. */
export type LoginSource = { network: string; userAgent: string }

/** Logs in with a password. A wrong name and a wrong password get the same answer in the same time (A3). */
export async function login(
  deps: UserDeps,
  input: { username: string; password: string },
  from: LoginSource,
): Promise<LoginAnswer | Refused> {
  const user = await userByName(deps.db, input.username)
  const isRight = await deps.passwords.matches(user?.passwordHash ?? null, input.password)
  if (!user || !isRight) {
    deps.logSecurity({ event: 'login.failed', userId: user?.id ?? null, network: from.network })
    return refuse('credentials')
  }
  return logInAs(deps, user, from)
}

/**
 * Logs in a user whose identity was verified. Refused if the user was deleted or the password changed meanwhile.
 * Otherwise a change of password would miss this login (A2).
 *
 * @param user as read before the verification
 */
export async function logInAs(
  deps: UserDeps,
  user: StoredUser,
  from: LoginSource,
): Promise<LoginAnswer | Refused> {
  const active = await transact<Active | Refused>(deps.db, async (trx) => {
    await lockUsers(trx, [user.id])
    if (!(await passwordIsUnchanged(trx, user))) return refuse('credentials')
    return beginLogin(deps, trx, user, from)
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

/** Creates a login. Its network is known from now on (A4). */
async function beginLogin(
  { tokens, knownNetworks }: UserDeps,
  db: Db,
  { id, username }: StoredUser,
  { network, userAgent }: LoginSource,
): Promise<Active> {
  await knownNetworks.remember(db, { userId: id, username, network })
  return tokens.issue(db, id, deviceOf(userAgent))
}

/** Registers a user and logs them in. */
export async function register(
  deps: UserDeps,
  input: Registration,
  from: LoginSource,
): Promise<LoginAnswer | Refused> {
  const passwordHash = await deps.passwords.hash(input.password, input.username, 'password')
  if (isRefused(passwordHash)) return passwordHash
  const answer = await transact<LoginAnswer | Refused>(deps.db, async (trx) => {
    const user = await createUser(trx, input, passwordHash, deps.now())
    if (isRefused(user)) return user
    return { user: presentUser(user), active: await beginLogin(deps, trx, user, from) }
  })
  if (isRefused(answer)) return answer
  const { user, active } = answer
  const { network } = from
  deps.logSecurity({ event: 'account.created', userId: user.id, network })
  deps.logSecurity({ event: 'login.succeeded', userId: user.id, network, loginIds: [active.id] })
  return answer
}

/** Extends a login (A2). */
export async function refresh(deps: UserDeps, token: string): Promise<LoginAnswer | Refused> {
  const caller = await deps.tokens.verify(token)
  const user = caller && (await userById(deps.db, caller.userId))
  if (!user) return refuse('unauthenticated')
  return { user: presentUser(user), active: { id: caller.tokenId, token } }
}

/**
 * Checks the password of a logged-in user.
 *
 * @param network of the client
 * @returns the user as read before the check
 */
export async function checkPassword(
  { db, passwords, logSecurity }: UserDeps,
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

/** Whether a locked user still has the password that was checked (A2). */
export async function passwordIsUnchanged(trx: Trx, { id, passwordHash }: StoredUser): Promise<boolean> {
  const current = await userById(trx, id)
  return current?.passwordHash === passwordHash
}

/** Changes the password and ends all other logins of the user (A2). @param network of the client */
export async function changePassword(
  deps: UserDeps,
  caller: Caller,
  input: { password: string; newPassword: string },
  network: string,
): Promise<Record<string, never> | Refused> {
  const user = await checkPassword(deps, caller, input.password, network)
  if (isRefused(user)) return user
  const passwordHash = await deps.passwords.hash(input.newPassword, caller.username, 'newPassword')
  if (isRefused(passwordHash)) return passwordHash
  const ended = await transact<readonly string[] | Refused>(deps.db, async (trx) => {
    await lockUsers(trx, [user.id])
    if (!(await passwordIsUnchanged(trx, user))) return wrongPassword
    await setPasswordHash(trx, user.id, passwordHash)
    return deps.tokens.endAll(trx, user.id, caller.tokenId)
  })
  if (isRefused(ended)) return ended
  deps.tokens.publishEnded(caller.userId, ended)
  deps.logSecurity({ event: 'password.changed', userId: caller.userId, network, loginIds: ended })
  deps.grants.endAccess(caller.userId)
  return {}
}

/**
 * Ends this login, or all logins of the user, with their live connections (A2). Ending all also ends the access
 * tokens of the streaming service (B3).
 *
 * @param network of the client
 */
export async function logOut(
  { db, tokens, grants, logSecurity }: UserDeps,
  caller: Caller,
  everywhere: boolean,
  network: string,
): Promise<Record<string, never>> {
  const { userId, tokenId } = caller
  const loginIds = everywhere ? await tokens.endAll(db, userId) : [tokenId]
  if (everywhere) tokens.publishEnded(userId, loginIds)
  else await tokens.end(caller)
  logSecurity({ event: 'login.ended', userId, network, loginIds })
  if (everywhere) grants.endAccess(userId)
  return {}
}

/** Returns a user: the caller with all fields, others with their name only (D4). */
export async function lookUp(
  deps: UserDeps,
  caller: Caller,
  userId: string,
): Promise<User | PublicUser | Refused> {
  const user = await userById(deps.db, userId)
  if (!user) return refuse('not-found')
  return user.id === caller.userId ? presentUser(user) : { id: user.id, username: user.username }
}

function presentUser({ id, username, email, level }: StoredUser): User {
  return { id, username, email, level }
}
