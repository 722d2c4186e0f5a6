/** The message of an error, in one line for the operator. Of an AggregateError, all messages. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  return error instanceof Error ? error.message : String(error)
}
