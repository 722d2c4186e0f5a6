import { absentGuests, isAbsent } from '../../people/guests.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import { refuse } from '../../platform/refusal.ts'
import { tryEach } from '../../platform/try-each.ts'
import { type GuestContext, keepBans } from './service.ts'

const MINUTE_MS = 60_000
/**
 * Guests are deleted after 24 hours (G7). One hour is added, because the time of a guest's last call is stored at most
 * once an hour.
 */
const ABSENCE_MS = 25 * 60 * MINUTE_MS

type Deps = Pick<GuestContext, 'db' | 'now' | 'deleteUser'>

/** Deletes guests who were absent for 24 hours (G7). */
export function absentGuestsJob(deps: Deps): ScheduledJob {
  return { everyMs: 10 * MINUTE_MS, run: () => deleteAbsentGuests(deps) }
}

async function deleteAbsentGuests({ db, now, deleteUser }: Deps): Promise<void> {
  const sinceMs = now() - ABSENCE_MS
  // A guest who came back or got an account in the meantime is not deleted.
  await tryEach(await absentGuests(db, sinceMs), (userId) =>
    deleteUser(userId, null, async (trx) => {
      if (!(await isAbsent(trx, userId, sinceMs))) return refuse('not-found')
      await keepBans(trx, userId)
      return null
    }),
  )
}
