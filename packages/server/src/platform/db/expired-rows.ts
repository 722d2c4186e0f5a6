import type { ScheduledJob } from '../lifecycle/ticker.ts'
import type { Db } from './tables.ts'

const HOUR_MS = 3_600_000

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
    everyMs: HOUR_MS,
    async run() {
      for (const table of EXPIRING_TABLES)
        await db.deleteFrom(table).where('expires_at', '<=', now()).execute()
    },
  }
}
