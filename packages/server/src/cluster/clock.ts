import { sql } from 'kysely'
import type { Db } from '../platform/db/tables.ts'

/** So many answers are compared; the quickest of them is believed. */
const COMPARED = 8
/** A difference within the uncertainty of an answer and this, in milliseconds, is none. */
const NO_DIFFERENCE_MS = 0.5

/** A clock that all servers of one database share, so that a song begins at the same moment on all of them (P5, P7). */
export type ClusterClock = {
  /** Epoch milliseconds. */
  now(): number
  /**
   * An answer of the shared clock.
   *
   * @param askedMs when it was asked and answered, by our own clock `own`
   */
  note(answer: { askedMs: number; theirMs: number; answeredMs: number }): void
}

/** Our own clock, which never jumps: epoch milliseconds as they were when the process began, and since. */
export const ownClock = (): number => performance.timeOrigin + performance.now()

/** Follows the clock that is asked now and then; before its first answer it is our own. */
export function createClusterClock(own: () => number = ownClock): ClusterClock {
  let answers: { aheadMs: number; errorMs: number }[] = []
  let aheadMs: number | null = null
  return {
    // Cut off, as every clock's whole milliseconds are: those who estimate it count on that.
    now: () => Math.floor(own() + (aheadMs ?? 0)),
    note({ askedMs, theirMs, answeredMs }) {
      const errorMs = (answeredMs - askedMs) / 2
      answers = [...answers, { aheadMs: theirMs - (askedMs + errorMs), errorMs }].slice(-COMPARED)
      const best = answers.reduce((one, other) => (other.errorMs <= one.errorMs ? other : one))
      const isSame = aheadMs !== null && Math.abs(best.aheadMs - aheadMs) <= best.errorMs + NO_DIFFERENCE_MS
      if (!isSame) aheadMs = best.aheadMs
    },
  }
}

/** Asks PostgreSQL what time it is. */
export async function askDatabaseClock(db: Db, clock: ClusterClock): Promise<void> {
  const askedMs = ownClock()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  const [answer] = rows
  if (answer) clock.note({ askedMs, theirMs: answer.ms, answeredMs: ownClock() })
}
