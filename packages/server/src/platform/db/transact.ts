import { AsyncLocalStorage } from 'node:async_hooks'
import { isRefused } from '../refusal.ts'
import type { Db, Trx } from './tables.ts'

const running = new AsyncLocalStorage<{ isOpen: boolean }>()

class RolledBack extends Error {}

/**
 * Runs work in one transaction, which is rolled back if the work throws or returns a refusal (E2).
 * @param work must run all its queries on `trx`, because a query on `db` throws during the transaction
 * @returns the result of the work
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let refused: { answer: T } | null = null
  const run = async (trx: Trx) => {
    const transaction = { isOpen: true }
    try {
      const answer = await running.run(transaction, () => work(trx))
      if (!isRefused(answer)) return answer
      refused = { answer }
      throw new RolledBack()
    } finally {
      transaction.isOpen = false
    }
  }
  try {
    return await db.transaction().execute(run)
  } catch (error) {
    const stopped = refused as { answer: T } | null
    if (stopped && error instanceof RolledBack) return stopped.answer
    throw error
  }
}

/**
 * Runs work that may use `db` although the caller is inside a transaction, for example a group commit or an import.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.exit(work)
}

/**
 * Must be called before each query on `db`. Without this check, a query on `db` inside a transaction would wait for
 * ever on SQLite, and would not see the changes of the transaction on PostgreSQL.
 * @throws if the caller is inside a transaction, where every query must use `trx`
 */
export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen)
    throw new Error('The outer database was used inside a transaction: pass trx')
}
