import { randomUUID } from 'node:crypto'
import { backoffDelayMs } from '@jointly/domain'
import type { Db, Trx } from '../platform/db/tables.ts'
import type { ScheduledJob } from '../platform/lifecycle/ticker.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import { isRefused } from '../platform/refusal.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { OAuth } from '../provider/oauth.ts'

/**
 * The wait after the first attempt is longer than a call to the provider may take. So two servers never make the same
 * call at once.
 */
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
const GIVE_UP_AFTER_MS = 30 * 24 * 3_600_000
/** The largest number of grants that one run of the job ends, so that a run stays short. */
const GRANTS_PER_RUN = 20

export type RevocationDeps = {
  db: Db
  now: () => number
  secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  oauth: Pick<OAuth, 'canRevoke' | 'revoke'>
  logFault: FaultLog
}

/** The grants (what linked accounts allow) that must still be ended at the provider (L3, A7). */
export type Revocations = {
  /**
   * Stores that the grants of these refresh tokens must end. Call it in the transaction that deletes the
   * tokens, and `runNow` after its commit.
   */
  add(db: Db | Trx, refreshTokens: readonly string[]): Promise<void>
  /** Starts to end the stored grants, and returns at once, so that no call waits for the provider. */
  runNow(): void
  /**
   * Starts to end a grant whose refresh token the database failed to store. If the database also cannot store that the
   * grant must end, only one attempt is made. Nobody waits for the provider.
   */
  endUnstored(refreshToken: string): Promise<void>
  /** Tries again to end grants that the provider could not end before. */
  job: ScheduledJob
  /** Resolves when no attempt is running. */
  close(): Promise<void>
}

type Revocation = { id: string; token: string; tries: number; nextTryAt: number; createdAt: number }

export function createRevocations({ db, now, secrets, oauth, logFault }: RevocationDeps): Revocations {
  const logFailure = (error: unknown): void =>
    logFault(error, 'a link to the streaming service could not be ended')
  const attempts = createAttempts(logFailure)

  async function endDue(): Promise<void> {
    const due = await db
      .selectFrom('revocations')
      .select(['id', 'token', 'tries', 'next_try_at as nextTryAt', 'created_at as createdAt'])
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at')
      .limit(GRANTS_PER_RUN)
      .execute()
    await Promise.all(due.map((revocation) => end(revocation).catch(logFailure)))
  }

  async function end(revocation: Revocation): Promise<void> {
    const { id, token, createdAt } = revocation
    if (!(await claim(revocation))) return
    const isOld = createdAt + GIVE_UP_AFTER_MS <= now()
    // An old row is deleted without `decrypt`, which throws if the key of the server has changed.
    if (isOld || (await endGrant(oauth, secrets.decrypt(token, id))))
      await db.deleteFrom('revocations').where('id', '=', id).execute()
    if (isOld) logFailure(new Error('the streaming service did not end it for 30 days'))
  }

  /**
   * Claims one attempt to end a grant, so that no other server makes it too. To claim it, the function moves the time
   * of the next attempt forward.
   * @returns false if another server makes this attempt
   */
  async function claim({ id, tries, nextTryAt }: Revocation): Promise<boolean> {
    const waitMs = backoffDelayMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, tries + 1)
    const claimed = await db
      .updateTable('revocations')
      .set({ tries: tries + 1, next_try_at: now() + waitMs })
      .where('id', '=', id)
      .where('next_try_at', '=', nextTryAt)
      .returning('id')
      .executeTakeFirst()
    return claimed !== undefined
  }

  async function add(target: Db | Trx, refreshTokens: readonly string[]): Promise<void> {
    const tokens = refreshTokens.filter((token) => token !== '')
    if (!oauth.canRevoke || tokens.length === 0) return
    const rows = tokens.map((token) => {
      const id = randomUUID()
      return { id, token: secrets.encrypt(token, id), tries: 0, next_try_at: now(), created_at: now() }
    })
    await target.insertInto('revocations').values(rows).execute()
  }

  const runNow = (): void => attempts.begin(endDue)

  async function endUnstored(refreshToken: string): Promise<void> {
    try {
      await add(db, [refreshToken])
      runNow()
    } catch {
      attempts.begin(async () => {
        if (!(await endGrant(oauth, refreshToken)))
          throw new Error('the database could not store that it must end')
      })
    }
  }

  return {
    ...{ add, runNow, endUnstored },
    job: { everyMs: FIRST_WAIT_MS, run: endDue },
    close: attempts.close,
  }
}

/**
 * Asks the provider to end a grant.
 * @returns true if no further attempt is needed: the grant has ended, or the provider does not know it
 */
async function endGrant(oauth: RevocationDeps['oauth'], refreshToken: string): Promise<boolean> {
  const refused = await oauth.revoke(refreshToken)
  if (!isRefused(refused)) return true
  const { failure } = refused.details
  return failure === 'grant-ended' || failure === 'sign-in'
}

/** Runs attempts in the background. `begin` does nothing after `close`. */
function createAttempts(logFailure: (error: unknown) => void) {
  const running = new Set<Promise<void>>()
  let isClosed = false
  return {
    begin(attempt: () => Promise<void>): void {
      if (isClosed) return
      const ending = attempt()
        .catch(logFailure)
        .finally(() => running.delete(ending))
      running.add(ending)
    },
    /** Resolves when no attempt is running. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(running)
    },
  }
}
