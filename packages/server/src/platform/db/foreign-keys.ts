import type { Refused } from '../refusal.ts'

const SQLITE_FOREIGN_KEY = 787
const POSTGRES_FOREIGN_KEY = '23503'

/**
 * Returns a refusal if the row that a call refers to was deleted while the call runs. Any other foreign key error is
 * thrown (E1).
 *
 * @param work one statement or transaction
 */
export function refuseIfDeleted<T>(work: Promise<T>, refused: Refused): Promise<T | Refused> {
  return work.catch((error: unknown) => {
    if (isForeignKeyError(error)) return refused
    throw error
  })
}

function isForeignKeyError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && error.errcode === SQLITE_FOREIGN_KEY) return true
  return 'code' in error && error.code === POSTGRES_FOREIGN_KEY
}
