import type { Db, Trx } from '../platform/db/tables.ts'
import type { EventBus } from '../platform/event-bus.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { OAuth } from '../provider/oauth.ts'
import { type AccountAccess, createAccountAccess } from './account-access.ts'
import type { AccountStore, StoredAccount } from './account-store.ts'
import { createAccessEnding } from './end-access.ts'
import type { Revocations } from './revocations.ts'

/** The linked streaming accounts of users. */
export type LinkedAccounts = AccountAccess & {
  store: AccountStore
  ofUser(userId: string): Promise<StoredAccount[]>
  /** Notifies the user's clients that the user's accounts changed. */
  notifyChange(userId: string): void
  /** Starts to end the access tokens on the user's devices, and returns at once (B3). */
  endAccess(userId: string): void
  /** The grants (what linked accounts allow) that must still be ended at the provider. */
  revocations: Revocations
  /**
   * Stores that the grants of a user must end. Call it before the deletion of the user, and `revocations.runNow`
   * after the commit (A7).
   */
  addRevocationsOf(trx: Trx, userId: string): Promise<void>
  close(): Promise<void>
}

export type LinkedAccountsDeps = {
  db: Db
  now: () => number
  bus: EventBus
  store: AccountStore
  oauth: OAuth
  revocations: Revocations
  logFault: FaultLog
  /** The delays are divided by this number, for tests with an accelerated clock. */
  pace: number
}

export function createLinkedAccounts(deps: LinkedAccountsDeps): LinkedAccounts {
  const { db, now, bus, store, oauth, revocations, logFault, pace } = deps
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
    revocations,
    async addRevocationsOf(trx, userId) {
      const accounts = await store.ofUser(trx, userId)
      await revocations.add(
        trx,
        accounts.map(({ refreshToken }) => refreshToken),
      )
    },
    async close() {
      await Promise.all([ending.close(), revocations.close()])
    },
  }
}
