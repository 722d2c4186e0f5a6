import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from './db/database-away.ts'

/** An outage of the database is told of at once, and then at most this often. */
const OUTAGE_LINE_EVERY_MS = 10_000

/** Logs what failed unforeseen. */
export type FaultLog = (error: unknown, what: string, details?: Readonly<Record<string, unknown>>) => void

/**
 * A log in which an outage of the database is a line now and then, and not one for each call, chore and connection that
 * fails by it.
 *
 * @param monotonicMs a clock that never jumps
 */
export function createFaultLog(log: FastifyBaseLogger, monotonicMs = () => performance.now()): FaultLog {
  let toldMs = -Infinity
  let failed = 0

  return (error, what, details) => {
    if (!isDatabaseAway(error)) return log.error({ err: error, ...details }, what)
    failed += 1
    if (monotonicMs() - toldMs < OUTAGE_LINE_EVERY_MS) return
    log.error(
      { err: error, failed },
      'the database is away or takes no writes: what needs it is answered 503',
    )
    toldMs = monotonicMs()
    failed = 0
  }
}
