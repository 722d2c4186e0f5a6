/**
 * Where a statement cannot be done by no fault of its own. PostgreSQL: not reached, lost, starting, stopping, without
 * room, or a standby that takes no writes. The system: the ways in which a connection fails.
 */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08...|25006|53...|57P..|58030)$/

/** What the driver says without a code. */
const AWAY_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/

/** SQLite: held by another process for too long, read-only, unreadable, full, gone. */
const SQLITE_AWAY = new Set([5, 8, 10, 13, 14])
const SQLITE_PRIMARY_CODE = 0xff

/** Whether something failed only because the database is away, or takes no writes: later it may well pass. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_AWAY.has(error.errcode & SQLITE_PRIMARY_CODE)
  if ('code' in error && typeof error.code === 'string') return AWAY_CODES.test(error.code)
  // Several that failed one after the other, none of them by anything else.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway)
  return AWAY_WORDS.test(error.message)
}
