import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../platform/db/database-unavailable.ts'
import type { Db } from '../platform/db/tables.ts'
import { outsideTransaction } from '../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../platform/refusal.ts'
import { refuseFor } from '../provider/failures.ts'
import type { OAuth } from '../provider/oauth.ts'
import type { ProviderTokens } from '../provider/provider.ts'
import type { AccountStore, StoredAccount } from './account-store.ts'

/**
 * How long one process may take to refresh an account's token. After this time, another process may try. It is longer
 * than the longest request to the provider and `STORE_WITHIN_MS` together.
 */
const REFRESH_LEASE_MS = 30_000
/** How long to try to store new tokens while the database is away. */
const STORE_WITHIN_MS = 8_000
/** How often to check whether another process has finished its refresh, or to try to store new tokens. */
const POLL_EVERY_MS = 200
/** How long a call waits for the refresh of another process. It checks after the end of the lease, and may try itself. */
const WAIT_MS = REFRESH_LEASE_MS + 5 * POLL_EVERY_MS

export type AccessDeps = {
  db: Db
  now: () => number
  store: AccountStore
  oauth: OAuth
  onChange(userId: string): void
}

type RefreshDeps = Omit<AccessDeps, 'oauth'> & { oauth: Pick<OAuth, 'refresh'> }

/**
 * Creates a function that refreshes the token of an account. Only one refresh per account runs at a time, on all
 * servers together. Otherwise a replaced token could be used again, and the provider would end the grant.
 * @returns the account with a new token, or the refusal `reconnect` if the grant has ended
 */
export function createTokenRefresh({ db, now, store, oauth, onChange }: RefreshDeps) {
  const refreshing = new Map<string, Promise<StoredAccount | Refusal>>()

  function refresh(account: StoredAccount): Promise<StoredAccount | Refusal> {
    const running = refreshing.get(account.id)
    if (running) return running
    const begun = outsideTransaction(() => refreshAcrossServers(account)).finally(() =>
      refreshing.delete(account.id),
    )
    refreshing.set(account.id, begun)
    return begun
  }

  async function refreshAcrossServers(account: StoredAccount): Promise<StoredAccount | Refusal> {
    const giveUpAt = now() + WAIT_MS
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

  async function refreshTokens(account: StoredAccount): Promise<StoredAccount | Refusal> {
    const tokens = account.refreshToken ? await oauth.refresh(account.refreshToken) : refuseFor('grant-ended')
    if (!isRefused(tokens)) {
      await storeTokens(account, tokens)
      return (await store.byId(db, account.id)) ?? refuse('not-linked')
    }
    if (tokens.details.failure === 'grant-ended') await storeReportedEnd(account)
    else await store.giveUpRefresh(db, account)
    return tokens
  }

  /**
   * Stores new tokens. The old refresh token may not work any more, so a short failure of the database must not lose the
   * new one (L2).
   */
  async function storeTokens(account: StoredAccount, tokens: ProviderTokens): Promise<void> {
    const giveUpAt = now() + STORE_WITHIN_MS
    for (;;) {
      try {
        return await store.endRefresh(db, account, tokens, now())
      } catch (error) {
        if (!isDatabaseUnavailable(error) || now() > giveUpAt) throw error
      }
      await pause(POLL_EVERY_MS)
    }
  }

  /**
   * Stores that the token endpoint reported the end of a grant. One such answer may be wrong. So the first answer
   * only marks the grant as doubted, and the second one deletes the access token (L9).
   */
  async function storeReportedEnd(account: StoredAccount): Promise<void> {
    const isConfirmed = account.grantDoubtedAt !== null || !account.refreshToken
    if (isConfirmed) await store.endGrant(db, account)
    else await store.doubtGrant(db, account, now())
    onChange(account.userId)
  }

  return refresh
}

function refuseIfEnded(account: StoredAccount): StoredAccount | Refusal {
  return account.status === 'reconnect' ? refuseFor('grant-ended') : account
}
