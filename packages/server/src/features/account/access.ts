import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/db/tables.ts'
import { outsideTransaction } from '../../platform/db/transaction-guard.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { refuseFor } from '../../provider/failures.ts'
import type { OAuth } from '../../provider/oauth.ts'
import type { AccountStore, StoredAccount } from './store.ts'

/** A token is renewed this long before its end, in seconds. */
const RENEW_BEFORE_SEC = 60
/** One process may take so long for a refresh before another may try. */
const REFRESH_LEASE_MS = 20_000
/** The token endpoint is asked again after so long whether a grant has really ended (L9). */
const DOUBT_MS = 10 * 60_000
/** A token that is refused is not renewed sooner than this after the last time (L9). */
const RENEW_EVERY_MS = 30_000
/** How often to look whether another process is done. */
const LOOK_EVERY_MS = 200

export type AccessDeps = {
  db: Db
  now: () => number
  store: AccountStore
  oauth: OAuth
  onChange(userId: string): void
}

/** Calls of the provider for a linked account, with a token that is fresh (L2). */
export type AccountAccess = {
  /** The account with a fresh token; `reconnect` when its grant is dead. */
  fresh(account: StoredAccount): Promise<StoredAccount | Refused>
  /**
   * A token in the place of one that the provider refused (L9); the present one where that is another already.
   *
   * @returns `provider-away` where it was renewed just before
   */
  renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refused>
  /** A call for an account: refreshed before where due, and once more where the provider says 401. */
  call<T>(accountId: string, work: (token: string) => Promise<T | Refused>): Promise<T | Refused>
  /**
   * Ends the account's access tokens, where the provider can; the next use gets a new one (B3).
   *
   * @returns why the provider did not, or null
   */
  revoke(account: StoredAccount): Promise<Refused | null>
}

export function createAccountAccess(deps: AccessDeps): AccountAccess {
  const { db, now, store, oauth } = deps
  const refreshing = new Map<string, Promise<StoredAccount | Refused>>()

  /** At most one refresh an account runs at a time: a rotated token that is used twice ends the grant. */
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
      if (await store.beginRefresh(db, account, now(), now() + REFRESH_LEASE_MS)) return spend(account)
      const current = await store.byId(db, account.id)
      if (!current) return refuse('not-linked')
      if (current.tokenVersion !== account.tokenVersion) return usable(current)
      await pause(LOOK_EVERY_MS)
    }
    return refuse('provider-away')
  }

  async function spend(account: StoredAccount): Promise<StoredAccount | Refused> {
    const tokens = account.refreshToken ? await oauth.refresh(account.refreshToken) : refuseFor('grant-ended')
    if (!isRefused(tokens)) {
      await store.endRefresh(db, account, tokens, now())
      return (await store.byId(db, account.id)) ?? refuse('not-linked')
    }
    if (tokens.details.failure === 'grant-ended') await doubtOrEnd(account)
    else await store.giveUpRefresh(db, account)
    return tokens
  }

  /** What the token endpoint says once may be an error of its own: the link is over when it says so again (L9). */
  async function doubtOrEnd(account: StoredAccount): Promise<void> {
    const isConfirmed = account.grantDoubtedAt !== null || !account.refreshToken
    if (isConfirmed) await store.dropTokens(db, account)
    else await store.doubtGrant(db, account, now())
    deps.onChange(account.userId)
  }

  async function noteWhetherAllowed(account: StoredAccount, answer: unknown): Promise<void> {
    const isNotAllowed = isRefused(answer) && answer.details.failure === 'not-registered'
    const status = isNotAllowed ? 'not-allowed' : 'ok'
    if (account.status === status || (isRefused(answer) && status === 'ok')) return
    await store.setStatus(db, account, status)
    deps.onChange(account.userId)
  }

  const isLive = ({ validUntilSec }: StoredAccount, marginSec: number) =>
    validUntilSec - marginSec > now() / 1000

  const isToBeConfirmed = ({ grantDoubtedAt, refreshToken }: StoredAccount) =>
    refreshToken !== '' && grantDoubtedAt !== null && now() - grantDoubtedAt >= DOUBT_MS

  async function renew(account: StoredAccount, refusedToken: string): Promise<StoredAccount | Refused> {
    if (account.status === 'reconnect' || account.accessToken !== refusedToken) return fresh(account)
    const sinceMs = now() - account.renewedAt
    return sinceMs < RENEW_EVERY_MS ? refuseFor('token', (RENEW_EVERY_MS - sinceMs) / 1000) : refresh(account)
  }

  async function fresh(account: StoredAccount): Promise<StoredAccount | Refused> {
    if (account.status === 'reconnect')
      return isToBeConfirmed(account) ? refresh(account) : refuseFor('grant-ended')
    if (isLive(account, RENEW_BEFORE_SEC)) return account
    const refreshed = await refresh(account)
    // A token in its last minute still serves while the provider cannot be asked for a new one.
    const isStillGood = isRefused(refreshed) && refreshed.code !== 'reconnect' && isLive(account, 0)
    return isStillGood ? account : refreshed
  }

  return {
    fresh,
    renew,
    async revoke(account) {
      if (account.status === 'reconnect') return null
      const refused = await oauth.revokeAccess(account.refreshToken)
      if (refused) return refused
      // After the provider: a token that a refresh brings meanwhile must not be one that it ends.
      await store.expireAccess(db, account)
      return null
    },
    async call(accountId, work) {
      const stored = await store.byId(db, accountId)
      if (!stored) return refuse('not-linked')
      const account = await fresh(stored)
      if (isRefused(account)) return account
      const answer = await work(account.accessToken)
      await noteWhetherAllowed(account, answer)
      if (!isRefused(answer) || answer.details.failure !== 'token') return answer
      const renewed = await renew(account, account.accessToken)
      return isRefused(renewed) ? renewed : work(renewed.accessToken)
    },
  }
}

function usable(account: StoredAccount): StoredAccount | Refused {
  return account.status === 'reconnect' ? refuseFor('grant-ended') : account
}
