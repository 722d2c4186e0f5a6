import type { Config, ProviderAddresses } from '../../config.ts'
import { type DatabaseAddress, withDatabase } from './database.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'
import { sendRequest } from './http-request.ts'
import { clockTexts } from './texts/clock-texts.ts'

/** A clock that is wrong by this many milliseconds gets a warning. */
const NOTICED_MS = 1_000
/** A clock that is wrong by this many milliseconds is a problem, because logins and links fail. */
const BREAKING_MS = 30_000

/**
 * Checks this machine's clock against the clock of PostgreSQL. With SQLite, the clock is compared with that of the
 * configured streaming service.
 */
export async function checkClock(config: Config): Promise<Outcome> {
  if (config.databaseUrl !== null) return compareWithPostgres(config)
  if (config.spotify !== null) return compareWithService(config.spotify)
  return skipped(clockTexts.alone)
}

async function compareWithPostgres(where: DatabaseAddress): Promise<Outcome> {
  const aheadMs = await withDatabase(where, async (read) => {
    const askedMs = Date.now()
    const [row = {}] = await read('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    return (askedMs + Date.now()) / 2 - Number(row['ms'])
  }).catch(() => null)
  if (aheadMs === null) return skipped(clockTexts.postgresSilent)
  return clockFinding(aheadMs, 'postgres')
}

async function compareWithService({ apiBase }: ProviderAddresses): Promise<Outcome> {
  const answer = await sendRequest(apiBase, {}, {}).catch(() => null)
  const dateMs = Date.parse(answer?.headers.date ?? '')
  if (answer === null || Number.isNaN(dateMs)) return skipped(clockTexts.serviceSilent)
  const { askedMs, answeredMs } = answer
  return clockFinding(aheadOfDateMs({ dateMs, askedMs, answeredMs }), 'service')
}

/**
 * Returns the finding for a difference of two clocks.
 * @param aheadMs how far our clock is ahead of the other clock, in milliseconds
 */
export function clockFinding(aheadMs: number, other: 'postgres' | 'service' | 'proxy'): Outcome {
  const { agrees, ahead, behind } = clockTexts[other]
  const offMs = Math.abs(aheadMs)
  if (offMs < NOTICED_MS) return ok(agrees)
  const offSec = offMs / 1000
  const text = aheadMs > 0 ? ahead(offSec) : behind(offSec)
  return (offMs < BREAKING_MS ? warning : problem)(text, clockTexts.synchronize)
}

/**
 * Returns how far our clock is ahead of the clock that wrote a `Date` header, in milliseconds. The result is negative
 * if our clock is behind. The header has whole seconds, so the exact difference is not known. The smallest possible
 * difference is returned.
 * @param times in epoch milliseconds; the header was written between the request and the answer
 */
export function aheadOfDateMs(times: { dateMs: number; askedMs: number; answeredMs: number }): number {
  const leastMs = times.askedMs - (times.dateMs + 999)
  const mostMs = times.answeredMs - times.dateMs
  return Math.max(leastMs, Math.min(0, mostMs))
}
