import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Runs the work of a transaction. If the work uses `db` instead of `trx`, the query fails at once. Otherwise it
 * would wait for ever on SQLite, and see other data on PostgreSQL.
 */
export async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await running.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Runs work that does not belong to the current transaction, such as a shared commit or a background import.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.exit(work)
}

/**
 * Is called before a query on `db` starts.
 * @throws an error if a transaction is open, because inside a transaction every query must use `trx`
 */
export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen)
    throw new Error('The outer database was used inside a transaction: pass trx')
}
