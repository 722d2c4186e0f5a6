import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { outsideTransaction } from '../../db/transaction-guard.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { isNotAllowed } from '../../spotify/failures.ts'
import type { OAuth } from '../../spotify/oauth.ts'
import type { AccountStore, StoredAccount } from './store.ts'

/** A token is renewed this long before its end, in seconds. */
const RENEW_BEFORE_SEC = 60
/** One process may take so long for a refresh before another may try. */
const REFRESH_LEASE_MS = 20_000
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
  /** A call for an account: refreshed before where due, and once more where the provider says 401. */
  call<T>(accountId: string, work: (token: string) => Promise<T | Refused>): Promise<T | Refused>
  /** Ends the account's access tokens, where the provider can; the next use gets a new one (B3). */
  revoke(account: StoredAccount): Promise<void>
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
    const tokens = account.refreshToken ? await oauth.refresh(account.refreshToken) : refuse('reconnect')
    if (!isRefused(tokens)) {
      await store.endRefresh(db, account, tokens)
      return (await store.byId(db, account.id)) ?? refuse('not-linked')
    }
    if (tokens.code === 'reconnect') await markDead(account)
    else await store.giveUpRefresh(db, account)
    return tokens
  }

  async function markDead(account: StoredAccount): Promise<void> {
    await store.dropTokens(db, account)
    deps.onChange(account.userId)
  }

  async function noteWhetherAllowed(account: StoredAccount, answer: unknown): Promise<void> {
    const status = isRefused(answer) && isNotAllowed(answer) ? 'not-allowed' : 'ok'
    if (account.status === status || (isRefused(answer) && status === 'ok')) return
    await store.setStatus(db, account, status)
    deps.onChange(account.userId)
  }

  const isLive = ({ validUntilSec }: StoredAccount, marginSec: number) =>
    validUntilSec - marginSec > now() / 1000

  async function fresh(account: StoredAccount): Promise<StoredAccount | Refused> {
    if (account.status === 'reconnect') return refuse('reconnect')
    if (isLive(account, RENEW_BEFORE_SEC)) return account
    const refreshed = await refresh(account)
    // A token in its last minute still serves while the provider cannot be asked for a new one.
    const isStillGood = isRefused(refreshed) && refreshed.code !== 'reconnect' && isLive(account, 0)
    return isStillGood ? account : refreshed
  }

  return {
    fresh,
    async revoke(account) {
      if (account.status === 'reconnect') return
      await oauth.revokeAccess(account.refreshToken)
      // After the provider: a token that a refresh brings meanwhile must not be one that it ends.
      await store.expireAccess(db, account)
    },
    async call(accountId, work) {
      const stored = await store.byId(db, accountId)
      if (!stored) return refuse('not-linked')
      const account = await fresh(stored)
      if (isRefused(account)) return account
      const answer = await work(account.accessToken)
      await noteWhetherAllowed(account, answer)
      if (!isRefused(answer) || answer.code !== 'reconnect') return answer
      const refreshed = await refresh(account)
      if (isRefused(refreshed)) return refreshed
      const again = await work(refreshed.accessToken)
      if (isRefused(again) && again.code === 'reconnect') await markDead(refreshed)
      return again
    },
  }
}

function usable(account: StoredAccount): StoredAccount | Refused {
  return account.status === 'reconnect' ? refuse('reconnect') : account
}
