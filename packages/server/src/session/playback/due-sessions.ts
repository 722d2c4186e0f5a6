import { isAhead } from '@jointly/domain'
import { tryEach } from '../../platform/try-each.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import type { SessionContext } from '../context.ts'
import { advancePlayback } from './advance.ts'
import { dueSessions, loadPlayback, sessionsToCheck } from './store.ts'

/**
 * How often the server looks for sessions whose playback must change, in milliseconds. A song that was not announced may
 * start this much later. After an error, the next run tries again.
 */
const ADVANCE_EVERY_MS = 250
/** How often a server checks the sessions of its own listeners, in milliseconds (P6). */
const CHECK_OWN_EVERY_MS = 2_000

/** The largest number of sessions that one run of the job handles, so that a run stays short. */
const SESSIONS_PER_RUN = 200

/** The jobs that change the playback of sessions when it is due (P5, P6). */
export function dueSessionsJobs(context: SessionContext): readonly ScheduledJob[] {
  return [
    { everyMs: ADVANCE_EVERY_MS, run: () => advanceDueSessions(context) },
    { everyMs: CHECK_OWN_EVERY_MS, run: () => advanceOwnSessions(context) },
  ]
}

/**
 * Announces or starts the next song in every session where this is due (P5). Every server runs this, but only
 * one of them changes each session.
 */
async function advanceDueSessions(context: SessionContext): Promise<void> {
  // Without a connection to all servers, this server does not know the users on the other servers. It would stop the
  // sessions in which only they are active. So it handles only sessions with active users of its own.
  if (!context.bus.receivesAllEvents()) return advanceOwnSessions(context)
  await advanceEach(context, await dueSessions(context.db, context.now(), SESSIONS_PER_RUN))
}

/**
 * Continues the playback of sessions that have listeners on this server. Another server may have stopped such a
 * session, because it did not know these listeners (P6).
 */
async function advanceOwnSessions(context: SessionContext): Promise<void> {
  await advanceEach(
    context,
    await sessionsToCheck(context.db, context.presence.sessionsHere(), context.now()),
  )
}

/**
 * Continues the playback of a session that had stopped because nobody was active (P6), or whose song starts in the
 * future because the clock was set back (P5).
 */
export async function continuePlayback(context: SessionContext, ssid: string): Promise<void> {
  const { playing, dueAt } = await loadPlayback(context.db, ssid)
  const now = context.now()
  if (playing !== null && (dueAt === null || dueAt <= now || isAhead(playing, now)))
    await advancePlayback(context, ssid, 'due')
}

function advanceEach(context: SessionContext, ssids: readonly string[]): Promise<void> {
  return tryEach(ssids, (ssid) => advancePlayback(context, ssid, 'due'))
}
