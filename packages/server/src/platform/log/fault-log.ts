import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { createOutageLog } from './outage-log.ts'

/** Logs an unexpected error. `what` is the text of the log line, such as `a job failed`. */
export type FaultLog = (error: unknown, what: string, details?: Readonly<Record<string, unknown>>) => void

/**
 * Creates a function that logs unexpected errors. While the database is unavailable, it writes at most one line every
 * ten seconds instead of one line per error.
 * @param monotonicMs a clock that never jumps
 */
export function createFaultLog(log: FastifyBaseLogger, monotonicMs = () => performance.now()): FaultLog {
  const reportOutage = createOutageLog(
    (error, failed) =>
      log.error(
        { err: error, failed },
        'the database is away or takes no writes: what needs it is answered 503',
      ),
    monotonicMs,
  )
  return (error, what, details) => {
    if (isDatabaseUnavailable(error)) reportOutage(error)
    else log.error({ err: error, ...details }, what)
  }
}
