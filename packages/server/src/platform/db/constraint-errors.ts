import type { Refusal } from '../refusal.ts'

/** The error codes of SQLite and PostgreSQL for a violated constraint. */
type ConstraintError = { sqlite: number; postgres: string }

const FOREIGN_KEY: ConstraintError = { sqlite: 787, postgres: '23503' }
const UNIQUE: ConstraintError = { sqlite: 2067, postgres: '23505' }

/**
 * Returns the result of `work`. If `work` failed because another call deleted a row that `work` refers to, returns
 * `refused` instead. Every other error is thrown (E1).
 * @param work one statement or transaction
 */
export function refuseIfDeleted<T>(work: Promise<T>, refused: Refusal): Promise<T | Refusal> {
  return refuseIf(FOREIGN_KEY, work, refused)
}

/**
 * Returns the result of `work`. If `work` failed because another call took the same unique value first, returns
 * `refused` instead.
 * @param work one statement or transaction that can violate only one unique constraint
 */
export function refuseIfTaken<T>(work: Promise<T>, refused: Refusal): Promise<T | Refusal> {
  return refuseIf(UNIQUE, work, refused)
}

function refuseIf<T>(expected: ConstraintError, work: Promise<T>, refused: Refusal): Promise<T | Refusal> {
  return work.catch((error: unknown) => {
    if (isError(error, expected)) return refused
    throw error
  })
}

function isError(error: unknown, { sqlite, postgres }: ConstraintError): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && error.errcode === sqlite) return true
  return 'code' in error && error.code === postgres
}
