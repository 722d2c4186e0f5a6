import type { ScheduledJob } from '../lifecycle/ticker.ts'
import type { Db } from './tables.ts'

/** Much shorter than the hour of O12, because a server at home may run for an evening only. */
const INTERVAL_MS = 600_000

/** The tables whose rows are useless after `expires_at`. */
export const EXPIRING_TABLES = [
  'known_networks',
  'link_attempts',
  'page_codes',
  'passkey_challenges',
  'password_resets',
  'tickets',
  'tokens',
] as const

/** Deletes logins, links, codes and known networks that have expired (O12). */
export function expiredRowsJob(db: Db, now: () => number): ScheduledJob {
  return {
    everyMs: INTERVAL_MS,
    async run() {
      for (const table of EXPIRING_TABLES)
        await db.deleteFrom(table).where('expires_at', '<=', now()).execute()
    },
  }
}
