/**
 * Returns the message of an error in one line for the operator: for an AggregateError the messages of all its errors,
 * and for an error with a cause the message of the cause. A failed `fetch` has its reason only in the cause.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? errorMessage(error.cause) : error.message || errorCode(error)
}

/** Returns the code of a system or library error, such as `ECONNREFUSED`. Empty if the error has no code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error.cause === undefined ? '' : errorCode(error.cause)
}

/** Removes the details from an extended result code of SQLite. */
const SQLITE_PRIMARY_CODE_MASK = 0xff

/** Returns the primary result code of an error of SQLite, such as 5 for a locked file. Null for other errors. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null
  return error.errcode & SQLITE_PRIMARY_CODE_MASK
}
