import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { checkPassword, type UserDeps } from './service.ts'

/** Guesses of the password by someone who has a log-in. */
const PASSWORD_ATTEMPTS: Allowance = { name: 'password', attempts: 10, windowMs: 5 * 60_000 }
/** A log-in that began so long ago counts as recent. */
const RECENT_MS = 10 * 60_000

export type ConfirmDeps = UserDeps & { limiter: RateLimiter }

/** Refuses one more attempt of somebody who is logged in to say their password. @param network of the client */
export async function tooManyPasswords(
  { limiter, logSecurity }: ConfirmDeps,
  { userId }: Caller,
  network: string,
): Promise<Refused | null> {
  const tooMany = await limit(limiter, [[PASSWORD_ATTEMPTS, userId]])
  if (tooMany) logSecurity({ event: 'password.blocked', userId, network })
  return tooMany
}

/** Who asks for something that a stolen log-in must not get; `network` of the client. */
export type Asker = { caller: Caller; network: string }

/** Null when a person proved lately who they are, else the refusal that asks for the password. */
export type Confirm = (asker: Asker, password: string | undefined) => Promise<Refused | null>

/** The password, or a recent log-in (A13, A14). */
export function createConfirm(deps: ConfirmDeps): Confirm {
  return async ({ caller, network }, password) => {
    if (password === undefined) {
      const isRecent = (await beganAt(deps.db, caller.tokenId)) > deps.now() - RECENT_MS
      return isRecent ? null : refuse('invalid', { fields: { password: 'required' } })
    }
    const tooMany = await tooManyPasswords(deps, caller, network)
    if (tooMany) return tooMany
    const user = await checkPassword(deps, caller, password, network)
    if (isRefused(user)) return user
    await deps.limiter.forgive([PASSWORD_ATTEMPTS, caller.userId])
    return null
  }
}

/** When a log-in began, in epoch milliseconds; 0 where it ended meanwhile. */
async function beganAt(db: Db, tokenId: string): Promise<number> {
  const row = await db.selectFrom('tokens').select('created_at').where('id', '=', tokenId).executeTakeFirst()
  return row?.created_at ?? 0
}
