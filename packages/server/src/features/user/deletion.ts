import { lockUser } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { removeUserFromSessions } from '../../session/commands/user-removal.ts'
import { checkPassword, passwordIsUnchanged, wrongPassword } from '../../people/login/log-in.ts'
import type { UserContext } from './service.ts'
import { deleteUserRow, type StoredUser } from '../../people/users.ts'

/**
 * Deletes a user and all their data, or nothing (A7).
 *
 * @param password asked again
 * @param network of the client
 */
export async function deleteUser(
  deps: UserContext,
  caller: Caller,
  password: string,
  network: string,
): Promise<Record<string, never> | Refused> {
  const { userId } = caller
  const user = await checkPassword(deps, caller, password, network)
  if (isRefused(user)) return user
  const deleted = await deleteWithAll(deps, user)
  if (isRefused(deleted)) return deleted
  deps.tokens.publishEnded(userId, deleted.tokenIds)
  deps.logSecurity({ event: 'account.deleted', userId, network, loginIds: deleted.tokenIds })
  // The user is deleted at this point. If one of these calls fails, the other must still run.
  await Promise.all([deps.accounts.revokeGrants(deleted.grants), deleted.notifySessions()])
  return {}
}

/**
 * Deletes the user in one transaction. The user is locked, so that they cannot enter another session
 * meanwhile.
 */
function deleteWithAll({ db, sessions, accounts, tokens }: UserContext, user: StoredUser) {
  const { id: userId } = user
  return transact(db, async (trx) => {
    if (!(await lockUser(trx, userId))) return refuse('unauthenticated')
    if (!(await passwordIsUnchanged(trx, user))) return wrongPassword
    const notifySessions = await removeUserFromSessions(sessions, trx, userId)
    const revocable = await accounts.grantsOf(trx, userId)
    const tokenIds = await tokens.endAll(trx, userId)
    await deleteUserRow(trx, userId)
    return { notifySessions, grants: revocable, tokenIds }
  })
}
