import { lockUser } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { removeUserFromSessions } from '../../session/commands/user-removal.ts'
import { deleteSongs } from '../../songs/library-changes.ts'
import { checkPassword, passwordIsUnchanged, wrongPassword } from '../../people/login/log-in.ts'
import type { UserContext } from './service.ts'
import { deleteUserRow } from '../../people/users.ts'

/**
 * Deletes a user and all their data, or nothing (A7).
 * @param password the current password, which the user enters again
 * @param network of the client
 */
export async function deleteUser(
  deps: UserContext,
  caller: Caller,
  password: string,
  network: string,
): Promise<Record<string, never> | Refusal> {
  const { userId } = caller
  const user = await checkPassword(deps, caller, password, network)
  if (isRefused(user)) return user
  const refused = await deleteChecked(deps, userId, network, async (trx) =>
    (await passwordIsUnchanged(trx, user)) ? null : wrongPassword,
  )
  return refused ?? {}
}

/**
 * Deletes a user and all their data, or nothing, and notifies everyone concerned (A7).
 * @param network of the client; null if no request asked for the deletion
 * @param check runs after the user's row is locked; if it refuses, nothing is deleted
 * @returns the refusal, or null
 */
export async function deleteChecked(
  deps: UserContext,
  userId: string,
  network: string | null,
  check: (trx: Trx) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const deleted = await deleteWithAll(deps, userId, check)
  if (isRefused(deleted)) return deleted
  deps.tokens.publishEnded(userId, deleted.tokenIds)
  deps.logSecurity({ event: 'account.deleted', userId, network, loginIds: deleted.tokenIds })
  deps.accounts.revocations.runNow()
  await deleted.notifySessions()
  return null
}

/**
 * Deletes the user in one transaction, with every row that refers to the user. The user's row is locked, so that the user
 * cannot enter another session in the meantime.
 */
function deleteWithAll(
  { db, sessions, accounts, tokens }: UserContext,
  userId: string,
  check: (trx: Trx) => Promise<Refusal | null>,
) {
  return transact(db, async (trx) => {
    if (!(await lockUser(trx, userId))) return refuse('unauthenticated')
    const refused = await check(trx)
    if (refused) return refused
    const notifySessions = await removeUserFromSessions(sessions, trx, userId)
    await accounts.addRevocationsOf(trx, userId)
    const tokenIds = await tokens.endAll(trx, userId)
    const linked = await trx.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()
    for (const { id } of linked) await deleteSongs(trx, userId, id)
    await deleteUserRow(trx, userId)
    return { notifySessions, tokenIds }
  })
}
