import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { LoginContext } from './context.ts'
import { checkPassword } from './log-in.ts'
import { limitConfirmations, resetConfirmationLimit } from './password-attempts.ts'

/** A login that is younger than this counts as recent. */
const RECENT_MS = 10 * 60_000

/** The user of a request that needs a confirmed identity, and the network of the client. */
export type Requester = { caller: Caller; network: string }

/**
 * Confirms the identity of a logged-in user, so that a stolen login alone is not enough (A13, A14). The user must give
 * the password, or must have logged in recently.
 * @returns null if confirmed, otherwise the refusal that asks for the password
 */
export async function confirmUser(
  deps: LoginContext,
  { caller, network }: Requester,
  password: string | undefined,
): Promise<Refusal | null> {
  if (password === undefined) {
    const isRecent = (await beganAt(deps.db, caller.tokenId)) > deps.now() - RECENT_MS
    return isRecent ? null : refuse('invalid', { fields: { password: 'required' } })
  }
  const tooMany = await limitConfirmations(deps, caller, network)
  if (tooMany) return tooMany
  const user = await checkPassword(deps, caller, password, network)
  if (isRefused(user)) return user
  await resetConfirmationLimit(deps.limiter, caller.userId)
  return null
}

/** Returns when a login began, in epoch milliseconds. Returns 0 if the login has ended. */
async function beganAt(db: Db, tokenId: string): Promise<number> {
  const row = await db.selectFrom('tokens').select('created_at').where('id', '=', tokenId).executeTakeFirst()
  return row?.created_at ?? 0
}
