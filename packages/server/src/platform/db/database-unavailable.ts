import { sqliteCode } from '../error-message.ts'

/**
 * Error codes that mean an unavailable PostgreSQL. The names are codes of the operating system for a failed
 * connection. The numbers are codes of PostgreSQL: connection lost, starting, stopping, disk full, a
 * read-only standby, or a transaction that waited too long for its server.
 */
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08...|25006|25P03|53...|57P..|58030)$/

/** Messages of the PostgreSQL driver that mean an unavailable database. These errors have no code. */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/

/** SQLite's codes for a file that is locked for too long, read-only, unreadable or missing, and for a full disk. */
const SQLITE_UNAVAILABLE = new Set([5, 8, 10, 13, 14])

/**
 * Returns whether an error means that the database is unavailable or refuses all writes. The same operation may then
 * succeed later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const sqlite = sqliteCode(error)
  if (sqlite !== null) return SQLITE_UNAVAILABLE.has(sqlite)
  if ('code' in error && typeof error.code === 'string')
    return UNAVAILABLE_CODES.test(error.code) || isMissingSocket(error)
  // An AggregateError counts only if each of its errors means that the database is unavailable.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  return UNAVAILABLE_MESSAGES.test(error.message)
}

/** Returns whether PostgreSQL's Unix socket does not exist. PostgreSQL removes it when it stops. */
function isMissingSocket(error: Error): boolean {
  return 'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
}
