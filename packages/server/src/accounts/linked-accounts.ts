import type { Db, Trx } from '../platform/db/tables.ts'
import type { EventBus } from '../platform/event-bus.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { OAuth } from '../provider/oauth.ts'
import { type AccountAccess, createAccountAccess } from './account-access.ts'
import type { AccountStore, StoredAccount } from './account-store.ts'
import { createAccessEnding } from './end-access.ts'

/** The linked streaming accounts of users. */
export type LinkedAccounts = AccountAccess & {
  store: AccountStore
  ofUser(userId: string): Promise<StoredAccount[]>
  /** Notifies the user's clients that the user's accounts changed. */
  notifyChange(userId: string): void
  /** Starts to end the access tokens on the user's devices, and returns at once (B3). */
  endAccess(userId: string): void
  /**
   * Returns the refresh tokens with which `revokeGrants` ends the grants of a deleted user. Call it before the
   * deletion (A7).
   */
  grantsOf(trx: Trx, userId: string): Promise<string[]>
  revokeGrants(grants: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type LinkedAccountsDeps = {
  db: Db
  now: () => number
  bus: EventBus
  store: AccountStore
  oauth: OAuth
  logFault: FaultLog
  /** Divides waiting times, for tests with an accelerated clock. */
  pace: number
}

export function createLinkedAccounts(deps: LinkedAccountsDeps): LinkedAccounts {
  const { db, now, bus, store, oauth, logFault, pace } = deps
  const notifyChange = (userId: string) =>
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'accounts' } })
  const access = createAccountAccess({ db, now, store, oauth, onChange: notifyChange })
  const ending = createAccessEnding({ db, store, access, onChange: notifyChange, logFault, pace })
  return {
    ...access,
    store,
    ofUser: (userId) => store.ofUser(db, userId),
    notifyChange,
    endAccess: ending.begin,
    async grantsOf(trx, userId) {
      const accounts = await store.ofUser(trx, userId)
      return accounts.map(({ refreshToken }) => refreshToken).filter((token) => token !== '')
    },
    async revokeGrants(grants) {
      await Promise.all(grants.map((grant) => oauth.revoke(grant)))
    },
    close: ending.close,
  }
}
