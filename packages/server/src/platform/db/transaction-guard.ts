import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Runs what a transaction does, so that a query on the outer database within it fails at once. Without this it would
 * wait for ever on SQLite, which has one connection, and see other data on PostgreSQL.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await running.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/** Begins work that belongs to no caller, such as a shared commit or a background import. */
export function outsideTransaction<T>(work: () => T): T {
  return running.exit(work)
}

/** @throws where the outer database is asked within a transaction: pass `trx` instead */
export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen)
    throw new Error('The outer database was used inside a transaction: pass trx')
}
