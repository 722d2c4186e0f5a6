import { setTimeout as pause } from 'node:timers/promises'
import { backoffDelayMs } from '@jointly/domain'
import type { Db } from '../platform/db/tables.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import { isRefused } from '../platform/refusal.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { AccountAccess } from './account-access.ts'
import type { AccountStore, StoredAccount } from './account-store.ts'

/**
 * The attempts, with the waits between them, take a little over five minutes. More attempts would help little, because
 * an access token expires after an hour anyway.
 */
const MAX_ATTEMPTS = 6
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 160_000
/** How long a stop waits for running attempts, in milliseconds: less than a shutdown waits for all background work. */
const STOP_WITHIN_MS = 1_000

export type EndAccessDeps = {
  db: Db
  store: AccountStore
  access: AccountAccess
  onChange(userId: string): void
  logFault: FaultLog
  /** The delays are divided by this number, for tests with an accelerated clock. */
  pace: number
}

/** Ends the access tokens on a user's devices if the provider supports that (B3). */
export type TokenRevoker = {
  /** Starts to end a user's tokens in the background, so that a slow provider does not delay a logout. */
  begin(userId: string): void
  /** Cancels retries, waits a second for running attempts, and logs whose tokens were not ended. */
  close(): Promise<void>
}

export function createAccessEnding(deps: EndAccessDeps): TokenRevoker {
  const { db, store, access, onChange, logFault, pace } = deps
  /** The user of each running ending. */
  const running = new Map<Promise<void>, string>()
  const closing = new AbortController()
  const logFailure = (error: unknown, userId: string): void =>
    logFault(error, 'access tokens of the streaming service could not be ended', { userId })

  async function endAll(userId: string): Promise<void> {
    const accounts = (await store.ofUser(db, userId)).filter(({ refreshToken }) => refreshToken !== '')
    await Promise.all(accounts.map(end))
    if (accounts.length > 0) onChange(userId)
  }

  async function end({ id }: StoredAccount): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      // Each attempt reads the account again, because the account may be disconnected or have a new refresh
      // token by then.
      const account = await store.byId(db, id)
      const refused = account && (await access.revoke(account))
      if (!refused || !isRefused(refused)) return
      const failure = new Error(`the provider did not end them: ${refused.details.failure}`)
      if (tries === MAX_ATTEMPTS) throw failure
      const waitMs = backoffDelayMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, tries)
      await pause(waitMs / pace, undefined, { ref: false, signal: closing.signal }).catch(() => {
        throw failure
      })
    }
  }

  return {
    begin(userId) {
      const ending = endAll(userId)
        .catch((error: unknown) => {
          if (running.has(ending)) logFailure(error, userId)
        })
        .finally(() => running.delete(ending))
      running.set(ending, userId)
    },
    async close() {
      closing.abort()
      await withTimeout(Promise.all(running.keys()), STOP_WITHIN_MS, () => [])
      for (const userId of running.values())
        logFailure(new Error('the server stopped before the provider answered'), userId)
      running.clear()
    },
  }
}
