import { SUPER_LEVEL } from '@jointly/contract'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { type Requester, confirmUser } from '../../people/login/confirm-user.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { deleteLoginsAndPasskeys } from '../../people/login/token-store.ts'
import { setPasswordHash, userByName } from '../../people/users.ts'
import { insertReset, ownerOf, takeReset } from './store.ts'

export type ResetDeps = LoginContext & {
  linkOrigin: LinkOrigin
  accounts: LinkedAccounts
}

type Ended = Awaited<ReturnType<typeof deleteLoginsAndPasskeys>>

const nobody = refuse('invalid', { fields: { username: 'nobody' } })

/**
 * Creates a reset link for another user. If requested, it ends the logins and removes the passkeys of that user now
 * (A14).
 * @param origin the origin of the link, which the other user will open
 */
export async function createResetLink(
  deps: ResetDeps,
  { caller, network }: Requester,
  input: { username: string; password?: string | undefined; endLogins?: boolean | undefined },
  origin: string,
): Promise<{ username: string; link: string; validUntil: number } | Refusal> {
  if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
  const unconfirmed = await confirmUser(deps, { caller, network }, input.password)
  if (unconfirmed) return unconfirmed
  const person = await userByName(deps.db, input.username)
  if (!person) return nobody
  if (person.id === caller.userId) return refuse('invalid', { fields: { username: 'self' } })
  const reset = await refuseIfDeleted(insertReset(deps.db, person.id, deps.now()), nobody)
  if (isRefused(reset)) return reset
  const { code, validUntil } = reset
  deps.logSecurity({ event: 'reset.created', userId: caller.userId, network, targetId: person.id })
  if (input.endLogins) {
    const ended = await transact(deps.db, async (trx) => {
      await lockUsers(trx, [person.id])
      return deleteLoginsAndPasskeys(trx, person.id)
    })
    const by = { userId: caller.userId, network, targetId: person.id }
    deps.logSecurity({ event: 'login.ended', ...by, loginIds: ended.loginIds })
    finishReset(deps, ended, by)
  }
  return { username: person.username, link: resetLink(origin, code), validUntil }
}

/**
 * Sets a new password with a code, which is then deleted. All invalid codes get the same answer, so that nobody can
 * test codes (A14).
 * @param network of the client
 */
export async function resetPassword(
  deps: ResetDeps,
  { code, password }: { code: string; password: string },
  network: string,
): Promise<Record<string, never> | Refusal> {
  const owner = await ownerOf(deps.db, code, deps.now())
  if (!owner) return refuse('reset')
  const { userId, username } = owner
  const passwordHash = await deps.passwords.hash(password, username, 'password')
  if (isRefused(passwordHash)) return passwordHash
  const ended = await transact<Ended | Refusal>(deps.db, async (trx) => {
    await lockUsers(trx, [userId])
    if (!(await takeReset(trx, code, deps.now()))) return refuse('reset')
    await setPasswordHash(trx, userId, passwordHash)
    return deleteLoginsAndPasskeys(trx, userId)
  })
  if (isRefused(ended)) return ended
  deps.logSecurity({ event: 'reset.used', userId, network, loginIds: ended.loginIds })
  finishReset(deps, ended, { userId, network, targetId: userId })
  return {}
}

/** Returns the address where a code is used. */
export function resetLink(origin: string, code: string): string {
  return `${origin}/#/reset/${code}`
}

/**
 * Logs the removed passkeys, closes connections that use the ended logins, and ends the user's access to the streaming
 * service (B3). Call this after the commit.
 * @param by who did it, and `targetId` the user whose logins ended
 */
function finishReset(
  { tokens, accounts, logSecurity }: ResetDeps,
  { loginIds, passkeyIds }: Ended,
  by: { userId: string; network: string; targetId: string },
): void {
  for (const passkeyId of passkeyIds) logSecurity({ event: 'passkey.removed', ...by, passkeyId })
  tokens.publishEnded(by.targetId, loginIds)
  accounts.endAccess(by.targetId)
}
