import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'
import { createOutageLog } from './outage-log.ts'

/** Logs what failed unforeseen. */
export type FaultLog = (error: unknown, what: string, details?: Readonly<Record<string, unknown>>) => void

/**
 * A log in which an outage of the database is a line now and then, and everything else a line of its own.
 *
 * @param monotonicMs a clock that never jumps
 */
export function createFaultLog(log: FastifyBaseLogger, monotonicMs = () => performance.now()): FaultLog {
  const tellAway = createOutageLog(
    (error, failed) =>
      log.error(
        { err: error, failed },
        'the database is away or takes no writes: what needs it is answered 503',
      ),
    monotonicMs,
  )
  return (error, what, details) => {
    if (isDatabaseAway(error)) tellAway(error)
    else log.error({ err: error, ...details }, what)
  }
}
