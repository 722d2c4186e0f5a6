import { isLostRace } from '../../db/lost-race.ts'
import type { Trx } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Caller } from '../../http/handle.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { checkPassword, type UserDeps } from './service.ts'
import { deleteUserRow, keepOff } from './store.ts'

/** How often the deletion begins anew because the person's sessions became more or fewer meanwhile. */
const ATTEMPTS = 5

export type DeletionDeps = UserDeps & {
  /** What the person leaves behind in sessions. */
  departure: {
    hold(trx: Trx, userId: string): Promise<readonly string[]>
    isComplete(trx: Trx, userId: string, held: readonly string[]): Promise<boolean>
    leave(trx: Trx, userId: string, held: readonly string[]): Promise<() => Promise<void>>
  }
  /** What the person's linked accounts let us do. */
  grants: UserDeps['grants'] & {
    of(trx: Trx, userId: string): Promise<readonly string[]>
    revoke(grants: readonly string[]): Promise<void>
  }
}

/**
 * Deletes a person with all that points at them, or nothing (A7).
 *
 * @param password asked again
 * @param network of the client
 */
export async function deleteUser(
  deps: DeletionDeps,
  caller: Caller,
  password: string,
  network: string,
): Promise<Record<string, never> | Refused> {
  const { userId } = caller
  const wrong = await checkPassword(deps, caller, password, network)
  if (wrong) return wrong
  const deleted = await deleteWithAll(deps, userId)
  if (isRefused(deleted)) return deleted
  deps.tokens.ended(userId, deleted.tokenIds)
  deps.logSecurity({ event: 'account.deleted', userId, network, loginIds: deleted.tokenIds })
  // The person is gone: neither of these may keep the other from being done.
  await Promise.all([deps.grants.revoke(deleted.grants), deleted.tell()])
  return {}
}

async function deleteWithAll(deps: DeletionDeps, userId: string) {
  const { departure, grants, tokens } = deps
  const movedMeanwhile = refuse('stale')
  for (let attempt = 1; ; attempt += 1) {
    const deleted = await transact(deps.db, async (trx) => {
      const held = await departure.hold(trx, userId)
      await keepOff(trx, userId)
      if (!(await departure.isComplete(trx, userId, held))) return movedMeanwhile
      const tell = await departure.leave(trx, userId, held)
      const revocable = await grants.of(trx, userId)
      const tokenIds = await tokens.endAll(trx, userId)
      await deleteUserRow(trx, userId)
      return { tell, grants: revocable, tokenIds }
    }).catch((error: unknown) => {
      if (isLostRace(error) && attempt < ATTEMPTS) return movedMeanwhile
      throw error
    })
    if (deleted !== movedMeanwhile || attempt === ATTEMPTS) return deleted
  }
}
