/**
 * Returns the message of an error in one line for the operator. An AggregateError gives the messages of all its
 * errors. An error with a cause gives the message of the cause, because only the cause of a failed `fetch` says what
 * happened.
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
