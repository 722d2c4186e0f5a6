import { isRefused } from '../refusal.ts'
import type { Db, Trx } from './tables.ts'
import { guarded } from './transaction-guard.ts'

class RolledBack extends Error {}

/**
 * One transaction. It is undone when the work throws, and also when it returns a refusal, which is then the answer (E2).
 *
 * @param work uses `trx` only; the outer database fails inside
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
    return await db.transaction().execute((trx) => guarded(() => run(trx)))
  } catch (error) {
    const stopped = refused as { answer: T } | null
    if (stopped && error instanceof RolledBack) return stopped.answer
    throw error
  }
}
