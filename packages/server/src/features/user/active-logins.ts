import type { ActiveLogin } from '@jointly/contract'
import type { Caller } from '../../platform/http/router.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { expiryOf } from '../../people/login/token-store.ts'

/** Lists a user's active logins, the most recently used first (A9). */
export async function activeLogins({ db, now }: LoginContext, caller: Caller): Promise<ActiveLogin[]> {
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'browser', 'system', 'created_at', 'extended_at', 'expires_at'])
    .where('user_id', '=', caller.userId)
    .orderBy('extended_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .map(({ id, browser, system, created_at, extended_at, expires_at }) => ({
      id,
      browser,
      system,
      firstSeen: created_at,
      lastUsed: extended_at,
      validUntil: expiryOf({ createdAt: created_at, expiresAt: expires_at }),
      current: id === caller.tokenId,
    }))
    .filter(({ validUntil }) => validUntil > now())
}

/** Ends one login of the user and closes its live connections (A2, A9). @param network of the client */
export async function endLogin(
  { tokens, logSecurity }: LoginContext,
  { userId }: Caller,
  loginId: string,
  network: string,
): Promise<Record<string, never> | Refusal> {
  if (!(await tokens.endOne(userId, loginId))) return refuse('not-found')
  logSecurity({ event: 'login.ended', userId, network, loginIds: [loginId] })
  return {}
}
