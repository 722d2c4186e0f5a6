import { tryEach } from '../../platform/try-each.ts'
import type { SessionContext } from '../context.ts'
import { advancePlayback } from './advance.ts'
import { dueSessions, loadPlayback, sessionsToCheck } from './store.ts'

/** The largest number of sessions that one run of the job handles, so that a run stays short. */
const SESSIONS_PER_RUN = 200

/**
 * Announces or starts the next song in every session where this is due (P5). Every server runs this, but only
 * one of them changes each session.
 */
export async function advanceDueSessions(context: SessionContext): Promise<void> {
  // Without a connection to all servers, this server does not know the users on the other servers. It would stop the
  // sessions in which only they are active. So it handles only sessions with active users of its own.
  if (!context.bus.receivesAllEvents()) return advanceOwnSessions(context)
  await advanceEach(context, await dueSessions(context.db, context.now(), SESSIONS_PER_RUN))
}

/**
 * Continues the playback of sessions that have listeners on this server. Another server may have stopped such a
 * session, because it did not know these listeners (P6).
 */
export async function advanceOwnSessions(context: SessionContext): Promise<void> {
  await advanceEach(
    context,
    await sessionsToCheck(context.db, context.presence.sessionsHere(), context.now()),
  )
}

/** Continues the playback of a session that had stopped because nobody was active (P6). */
export async function continuePlayback(context: SessionContext, ssid: string): Promise<void> {
  const { playing, dueAt } = await loadPlayback(context.db, ssid)
  if (playing !== null && (dueAt === null || dueAt <= context.now()))
    await advancePlayback(context, ssid, 'due')
}

function advanceEach(context: SessionContext, ssids: readonly string[]): Promise<void> {
  return tryEach(ssids, (ssid) => advancePlayback(context, ssid, 'due'))
}
