import { isRefused, type Refusal, refuse } from '../platform/refusal.ts'
import { isTooSoon, MIN_RENEW_INTERVAL_MS } from '../provider/app-token.ts'
import { refuseFor } from '../provider/failures.ts'
import type { StoredAccount } from './account-store.ts'
import { type AccessDeps, createTokenRefresh } from './token-refresh.ts'

/** A token is refreshed this many seconds before it expires, so that it does not expire during a call. */
const RENEW_BEFORE_SEC = 60
/**
 * The first answer of the token endpoint that a grant has ended may be wrong. So the server asks the endpoint once more
 * after this many milliseconds (L9).
 */
const CONFIRM_AFTER_MS = 10 * 60_000

/** Calls the provider for a linked account, with a valid token (L2). */
export type AccountAccess = {
  /**
   * Returns the account with a valid token, and refreshes the token first if needed.
   * @returns the refusal `reconnect` if the grant has ended and the user must link the account again
   */
  ensureFresh(account: StoredAccount): Promise<StoredAccount | Refusal>
  /**
   * Replaces a token that the provider refused (L9). If another call has replaced the token already, the new
   * token is returned.
   * @returns the refusal `provider-away` if the token was renewed less than 30 seconds ago
   */
  renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refusal>
  /**
   * Makes a request to the provider for an account. The token is refreshed if needed, and after a 401 the
   * request is repeated once.
   */
  call<T>(accountId: string, work: (token: string) => Promise<T | Refusal>): Promise<T | Refusal>
  /**
   * Ends the access tokens of the account if the provider supports that; the next request gets a new token
   * (B3).
   * @returns the refusal of the provider, or null
   */
  revoke(account: StoredAccount): Promise<Refusal | null>
}

export function createAccountAccess(deps: AccessDeps): AccountAccess {
  const { db, now, store, oauth } = deps
  const refresh = createTokenRefresh(deps)

  async function updateStatus(account: StoredAccount, answer: unknown): Promise<void> {
    const isNotAllowed = isRefused(answer) && answer.details.failure === 'not-registered'
    const status = isNotAllowed ? 'not-allowed' : 'ok'
    if (account.status === status || (isRefused(answer) && status === 'ok')) return
    await store.setStatus(db, account, status)
    deps.onChange(account.userId)
  }

  const isLive = ({ validUntilSec }: StoredAccount, marginSec: number) =>
    validUntilSec - marginSec > now() / 1000

  const mustConfirmEnd = ({ grantDoubtedAt, refreshToken }: StoredAccount) =>
    refreshToken !== '' && grantDoubtedAt !== null && now() - grantDoubtedAt >= CONFIRM_AFTER_MS

  async function renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refusal> {
    if (account.status === 'reconnect' || account.accessToken !== refusedToken) return ensureFresh(account)
    const sinceMs = now() - account.renewedAt
    return isTooSoon(sinceMs)
      ? refuseFor('token', (MIN_RENEW_INTERVAL_MS - sinceMs) / 1000)
      : refresh(account)
  }

  async function ensureFresh(account: StoredAccount): Promise<StoredAccount | Refusal> {
    if (account.status === 'reconnect')
      return mustConfirmEnd(account) ? refresh(account) : refuseFor('grant-ended')
    if (isLive(account, RENEW_BEFORE_SEC)) return account
    const refreshed = await refresh(account)
    // If the refresh failed although the grant has not ended, the old token is used until it expires.
    const isStillGood = isRefused(refreshed) && refreshed.code !== 'reconnect' && isLive(account, 0)
    return isStillGood ? account : refreshed
  }

  return {
    ensureFresh,
    renew,
    async revoke(account) {
      if (account.status === 'reconnect') return null
      const refused = await oauth.revokeAccess(account.refreshToken)
      if (refused) return refused
      // Marks the token only after the provider has revoked it, because a concurrent refresh could otherwise
      // store a revoked token.
      await store.expireAccess(db, account)
      return null
    },
    async call(accountId, work) {
      const stored = await store.byId(db, accountId)
      if (!stored) return refuse('not-linked')
      const account = await ensureFresh(stored)
      if (isRefused(account)) return account
      const answer = await work(account.accessToken)
      await updateStatus(account, answer)
      if (!isRefused(answer) || answer.details.failure !== 'token') return answer
      const renewed = await renew(account, account.accessToken)
      return isRefused(renewed) ? renewed : work(renewed.accessToken)
    },
  }
}
