import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../platform/db/tables.ts'
import { outsideTransaction } from '../platform/db/transaction-guard.ts'
import { isRefused, type Refused, refuse } from '../platform/refusal.ts'
import { refuseFor } from '../provider/failures.ts'
import type { OAuth } from '../provider/oauth.ts'
import type { AccountStore, StoredAccount } from './account-store.ts'

/** A token is refreshed this long before it expires, in seconds. */
const RENEW_BEFORE_SEC = 60
/** How long one process may take for a refresh before another one may try. */
const REFRESH_LEASE_MS = 20_000
/** How long to wait before the token endpoint is asked again whether a grant has ended (L9). */
const CONFIRM_AFTER_MS = 10 * 60_000
/** The minimum time between two renewals of a refused token (L9). */
const MIN_RENEW_INTERVAL_MS = 30_000
/** How often to check whether another process has finished its refresh. */
const POLL_EVERY_MS = 200

export type AccessDeps = {
  db: Db
  now: () => number
  store: AccountStore
  oauth: OAuth
  onChange(userId: string): void
}

/** Calls the provider for a linked account, with a valid token (L2). */
export type AccountAccess = {
  /** Returns the account with a valid token. Refuses with `reconnect` if the grant has ended. */
  ensureFresh(account: StoredAccount): Promise<StoredAccount | Refused>
  /**
   * Replaces a token that the provider refused (L9). If the account already has another token, that one is returned.
   *
   * @returns `provider-away` if the token was renewed just before
   */
  renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refused>
  /** Runs a call for an account. It refreshes the token if needed, and repeats the call once after a 401. */
  call<T>(accountId: string, work: (token: string) => Promise<T | Refused>): Promise<T | Refused>
  /**
   * Ends the access tokens of the account if the provider supports it. The next call gets a new one (B3).
   *
   * @returns the refusal of the provider, or null
   */
  revoke(account: StoredAccount): Promise<Refused | null>
}

export function createAccountAccess(deps: AccessDeps): AccountAccess {
  const { db, now, store, oauth } = deps
  const refreshing = new Map<string, Promise<StoredAccount | Refused>>()

  /**
   * Runs at most one refresh per account at a time. If a rotated token is used twice, the provider ends the grant.
   */
  function refresh(account: StoredAccount): Promise<StoredAccount | Refused> {
    const running = refreshing.get(account.id)
    if (running) return running
    const begun = outsideTransaction(() => refreshAcrossServers(account)).finally(() =>
      refreshing.delete(account.id),
    )
    refreshing.set(account.id, begun)
    return begun
  }

  async function refreshAcrossServers(account: StoredAccount): Promise<StoredAccount | Refused> {
    const giveUpAt = now() + REFRESH_LEASE_MS
    while (now() <= giveUpAt) {
      if (await store.beginRefresh(db, account, now(), now() + REFRESH_LEASE_MS))
        return refreshTokens(account)
      const current = await store.byId(db, account.id)
      if (!current) return refuse('not-linked')
      if (current.tokenVersion !== account.tokenVersion) return refuseIfEnded(current)
      await pause(POLL_EVERY_MS)
    }
    return refuse('provider-away')
  }

  async function refreshTokens(account: StoredAccount): Promise<StoredAccount | Refused> {
    const tokens = account.refreshToken ? await oauth.refresh(account.refreshToken) : refuseFor('grant-ended')
    if (!isRefused(tokens)) {
      await store.endRefresh(db, account, tokens, now())
      return (await store.byId(db, account.id)) ?? refuse('not-linked')
    }
    if (tokens.details.failure === 'grant-ended') await markGrantEnded(account)
    else await store.giveUpRefresh(db, account)
    return tokens
  }

  /** One answer of the token endpoint may be wrong, so a link ends only after a second one (L9). */
  async function markGrantEnded(account: StoredAccount): Promise<void> {
    const isConfirmed = account.grantDoubtedAt !== null || !account.refreshToken
    if (isConfirmed) await store.dropTokens(db, account)
    else await store.doubtGrant(db, account, now())
    deps.onChange(account.userId)
  }

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

  async function renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refused> {
    if (account.status === 'reconnect' || account.accessToken !== refusedToken) return ensureFresh(account)
    const sinceMs = now() - account.renewedAt
    return sinceMs < MIN_RENEW_INTERVAL_MS
      ? refuseFor('token', (MIN_RENEW_INTERVAL_MS - sinceMs) / 1000)
      : refresh(account)
  }

  async function ensureFresh(account: StoredAccount): Promise<StoredAccount | Refused> {
    if (account.status === 'reconnect')
      return mustConfirmEnd(account) ? refresh(account) : refuseFor('grant-ended')
    if (isLive(account, RENEW_BEFORE_SEC)) return account
    const refreshed = await refresh(account)
    // A token in its last minute still works if the provider cannot be asked for a new one.
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
      // Only after the provider has revoked them. Otherwise a concurrent refresh could store a token that is revoked.
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

function refuseIfEnded(account: StoredAccount): StoredAccount | Refused {
  return account.status === 'reconnect' ? refuseFor('grant-ended') : account
}
