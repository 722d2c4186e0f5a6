/**
 * Returns the message of an error in one line for the operator. For an AggregateError it joins all messages.
 * For an error with a cause it is the message of the cause, which says more for `fetch`.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? errorMessage(error.cause) : error.message || errorCode(error)
}

/** The code of a system or library error, such as `ECONNREFUSED`. Empty if there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error.cause === undefined ? '' : errorCode(error.cause)
}
