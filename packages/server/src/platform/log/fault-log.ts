import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { createOutageLog } from './outage-log.ts'

/** Logs an unexpected error. `what` says what failed. */
export type FaultLog = (error: unknown, what: string, details?: Readonly<Record<string, unknown>>) => void

/**
 * Creates a log for unexpected errors. While the database is unavailable, the log gets one line from time to
 * time instead of one per error.
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
