import type { LoginAnswer, PublicUser, Registration, User } from '@jointly/contract'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import type { LoginContext } from '../../people/login/context.ts'
import type { SocketAddresses } from '../../platform/security/peer-user.ts'
import {
  checkPassword,
  passwordIsUnchanged,
  logInAs,
  type LoginSource,
  presentUser,
  startLogin,
  wrongPassword,
} from '../../people/login/log-in.ts'
import { createUser, presentPublicUser, setPasswordHash, userById, userByName } from '../../people/users.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { SessionContext } from '../../session/context.ts'
import type { FirstAccount } from './first-account.ts'

/** The dependencies of the functions for a user's own account. */
export type UserContext = LoginContext & {
  accounts: LinkedAccounts
  sessions: SessionContext
  firstAccount: FirstAccount
}

/**
 * Logs in with a password. A wrong name and a wrong password get the same answer after the same time, so that
 * nobody can test names (A3).
 */
export async function login(
  deps: UserContext,
  input: { username: string; password: string },
  from: LoginSource,
): Promise<LoginAnswer | Refusal> {
  const user = await userByName(deps.db, input.username)
  const isRight = await deps.passwords.matches(user?.passwordHash ?? null, input.password)
  if (isRefused(isRight)) return isRight
  if (!user || !isRight) {
    deps.logSecurity({ event: 'login.failed', userId: user?.id ?? null, network: from.network })
    return refuse('credentials')
  }
  return logInAs(deps, user, from, passwordIsUnchanged)
}

/** Registers a user and logs them in. */
export async function register(
  deps: UserContext,
  input: Registration,
  { connection, ...from }: LoginSource & { connection: SocketAddresses },
): Promise<LoginAnswer | Refusal> {
  // This comes first, because the system shows the user of a connection only while the connection is open.
  const mayBeFirst = await deps.firstAccount.isOpenTo(connection)
  const passwordHash = await deps.passwords.hash(input.password, input.username, 'password')
  if (isRefused(passwordHash)) return passwordHash
  const answer = await transact<LoginAnswer | Refusal>(deps.db, async (trx) => {
    const user = await createUser(trx, { ...input, mayBeFirst }, passwordHash, deps.now())
    if (isRefused(user)) return user
    return { user: presentUser(user), active: await startLogin(deps, trx, user, from) }
  })
  if (isRefused(answer)) return answer
  const { user, active } = answer
  const { network } = from
  deps.logSecurity({ event: 'account.created', userId: user.id, network })
  deps.logSecurity({ event: 'login.succeeded', userId: user.id, network, loginIds: [active.id] })
  if (!mayBeFirst) await deps.firstAccount.offerLink()
  return answer
}

/** Extends a login, and returns its user (A2). */
export async function refresh(deps: UserContext, token: string): Promise<LoginAnswer | Refusal> {
  const caller = await deps.tokens.verify(token)
  const user = caller && (await userById(deps.db, caller.userId))
  if (!user) return refuse('unauthenticated')
  return { user: presentUser(user), active: { id: caller.tokenId, token } }
}

/**
 * Changes the password. Ends all other logins of the user (A2), and the access tokens of the streaming service (B3).
 * @param network of the client
 */
export async function changePassword(
  deps: UserContext,
  caller: Caller,
  input: { password: string; newPassword: string },
  network: string,
): Promise<Record<string, never> | Refusal> {
  const user = await checkPassword(deps, caller, input.password, network)
  if (isRefused(user)) return user
  const passwordHash = await deps.passwords.hash(input.newPassword, caller.username, 'newPassword')
  if (isRefused(passwordHash)) return passwordHash
  const ended = await transact<readonly string[] | Refusal>(deps.db, async (trx) => {
    await lockUsers(trx, [user.id])
    if (!(await passwordIsUnchanged(trx, user))) return wrongPassword
    await setPasswordHash(trx, user.id, passwordHash)
    return deps.tokens.endAll(trx, user.id, caller.tokenId)
  })
  if (isRefused(ended)) return ended
  deps.tokens.publishEnded(caller.userId, ended)
  deps.logSecurity({ event: 'password.changed', userId: caller.userId, network, loginIds: ended })
  deps.accounts.endAccess(caller.userId)
  return {}
}

/**
 * Ends this login, or all logins of the user, and closes their live connections (A2). If all logins end, the
 * access tokens of the streaming service end too (B3).
 * @param network of the client
 */
export async function logOut(
  { db, tokens, accounts, logSecurity }: UserContext,
  caller: Caller,
  everywhere: boolean,
  network: string,
): Promise<Record<string, never>> {
  const { userId, tokenId } = caller
  const loginIds = everywhere ? await tokens.endAll(db, userId) : [tokenId]
  if (everywhere) tokens.publishEnded(userId, loginIds)
  else await tokens.end(caller)
  logSecurity({ event: 'login.ended', userId, network, loginIds })
  if (everywhere) accounts.endAccess(userId)
  return {}
}

/** Returns a user. For the caller the answer has all fields, for another user only the public fields (D4). */
export async function lookUp(
  deps: UserContext,
  caller: Caller,
  userId: string,
): Promise<User | PublicUser | Refusal> {
  const user = await userById(deps.db, userId)
  if (!user) return refuse('not-found')
  return user.id === caller.userId ? presentUser(user) : presentPublicUser(user)
}
