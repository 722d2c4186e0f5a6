import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Runs the work of a transaction. If the work uses `db` instead of `trx`, the query fails at once. Without this
 * check, the query would wait for ever on SQLite, and would not see the changes of the transaction on PostgreSQL.
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
 * Runs work that may use `db` although the caller is inside a transaction, for example a group commit or an import.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.exit(work)
}

/**
 * Must be called before each query on `db`.
 * @throws if the caller is inside a transaction, where every query must use `trx`
 */
export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen)
    throw new Error('The outer database was used inside a transaction: pass trx')
}
