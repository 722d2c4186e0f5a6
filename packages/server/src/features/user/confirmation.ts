import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { checkPassword, type UserDeps } from './service.ts'

/** Password guesses of a logged-in person. */
const PASSWORD_ATTEMPTS: RateLimit = { name: 'password', attempts: 10, windowMs: 5 * 60_000 }
/** A login that is younger than this counts as recent. */
const RECENT_MS = 10 * 60_000

export type ConfirmDeps = UserDeps & { limiter: RateLimiter }

/** Counts a password attempt of a logged-in user, and refuses if there were too many. @param network of the client */
export async function limitPasswordAttempts(
  { limiter, logSecurity }: ConfirmDeps,
  { userId }: Caller,
  network: string,
): Promise<Refused | null> {
  const tooMany = await limit(limiter, [[PASSWORD_ATTEMPTS, userId]])
  if (tooMany) logSecurity({ event: 'password.blocked', userId, network })
  return tooMany
}

/** A logged-in user and their network. */
export type Requester = { caller: Caller; network: string }

/** Returns null if the user has proved their identity recently. Otherwise the refusal that asks for the password. */
export type ConfirmIdentity = (asker: Requester, password: string | undefined) => Promise<Refused | null>

/** Creates the check for a password or a recent login (A13, A14). */
export function createConfirm(deps: ConfirmDeps): ConfirmIdentity {
  return async ({ caller, network }, password) => {
    if (password === undefined) {
      const isRecent = (await beganAt(deps.db, caller.tokenId)) > deps.now() - RECENT_MS
      return isRecent ? null : refuse('invalid', { fields: { password: 'required' } })
    }
    const tooMany = await limitPasswordAttempts(deps, caller, network)
    if (tooMany) return tooMany
    const user = await checkPassword(deps, caller, password, network)
    if (isRefused(user)) return user
    await deps.limiter.reset([PASSWORD_ATTEMPTS, caller.userId])
    return null
  }
}

/** When a login began, in epoch milliseconds. 0 if it has ended. */
async function beganAt(db: Db, tokenId: string): Promise<number> {
  const row = await db.selectFrom('tokens').select('created_at').where('id', '=', tokenId).executeTakeFirst()
  return row?.created_at ?? 0
}
