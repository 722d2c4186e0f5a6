import { sql } from 'kysely'
import type { Db } from '../platform/db/tables.ts'

/** The number of recent samples that are stored. The sample with the shortest round trip is used. */
const SAMPLE_COUNT = 8
/**
 * Two offsets count as the same if they differ by at most this tolerance plus their uncertainty. Otherwise the clock
 * would jump with every sample.
 */
const TOLERANCE_MS = 0.5

/**
 * A clock that all servers of one database share, so that a song starts at the same moment on all of them (P5, P7).
 */
export type ClusterClock = {
  /** Returns the current time in epoch milliseconds. */
  now(): number
  /**
   * Adds one reading of the shared clock. All times are in epoch milliseconds.
   * @param answer `theirMs` is the reading; `askedMs` and `answeredMs` are the times of the request and the answer, by
   * the clock of this server
   */
  addSample(answer: { askedMs: number; theirMs: number; answeredMs: number }): void
}

/** How far the shared clock was ahead of the clock of this server, and the uncertainty of this. */
type Sample = { aheadMs: number; errorMs: number }

/** Returns whether the same offset explains both samples. */
const agree = (one: Sample, other: Sample): boolean =>
  Math.abs(one.aheadMs - other.aheadMs) <= one.errorMs + other.errorMs + TOLERANCE_MS

/** Returns the sample with the shortest round trip, the newest one of several. */
const bestOf = (samples: readonly Sample[]): Sample =>
  samples.reduce((one, other) => (other.errorMs <= one.errorMs ? other : one))

/** Returns the time of this server in epoch milliseconds. It never jumps. */
export const ownClock = (): number => performance.timeOrigin + performance.now()

/**
 * Creates a clock that estimates the time of a shared clock from samples. Before the first sample, it shows the time
 * of this server.
 */
export function createClusterClock(own: () => number = ownClock): ClusterClock {
  let samples: Sample[] = []
  let aheadMs: number | null = null
  return {
    // The time is rounded down, as in `Date.now()`. Clients rely on this when they estimate the offset of their clock.
    now: () => Math.floor(own() + (aheadMs ?? 0)),
    addSample({ askedMs, theirMs, answeredMs }) {
      const errorMs = (answeredMs - askedMs) / 2
      const sample = { aheadMs: theirMs - (askedMs + errorMs), errorMs }
      // After a jump, the earlier samples are wrong. For example, the clock of this server stops while the machine is paused.
      if (samples.length > 0 && !agree(sample, bestOf(samples))) samples = []
      samples = [...samples, sample].slice(-SAMPLE_COUNT)
      const best = bestOf(samples)
      const isSame = aheadMs !== null && Math.abs(best.aheadMs - aheadMs) <= best.errorMs + TOLERANCE_MS
      if (!isSame) aheadMs = best.aheadMs
    },
  }
}

/** Reads the clock of PostgreSQL, and adds the reading as a sample to `clock`. */
export async function readDatabaseClock(db: Db, clock: ClusterClock): Promise<void> {
  const askedMs = ownClock()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  const [answer] = rows
  if (answer) clock.addSample({ askedMs, theirMs: answer.ms, answeredMs: ownClock() })
}
