import { isRefused } from '../refusal.ts'
import type { Db, Trx } from './tables.ts'
import { runInTransactionScope } from './transaction-guard.ts'

class RolledBack extends Error {}

/**
 * Runs work in one transaction, which is rolled back if the work throws or returns a refusal (E2).
 * @param work must run all its queries on `trx`, because a query on `db` throws during the transaction
 * @returns the result of the work
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let refused: { answer: T } | null = null
  const run = async (trx: Trx) => {
    const answer = await work(trx)
    if (!isRefused(answer)) return answer
    refused = { answer }
    throw new RolledBack()
  }
  try {
    return await db.transaction().execute((trx) => runInTransactionScope(() => run(trx)))
  } catch (error) {
    const stopped = refused as { answer: T } | null
    if (stopped && error instanceof RolledBack) return stopped.answer
    throw error
  }
}
