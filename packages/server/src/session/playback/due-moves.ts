import { settleEach } from '../../platform/settle-each.ts'
import type { SessionContext } from '../context.ts'
import { movePlayback } from './move.ts'
import { dueSessions, loadPlayback, sessionsToMove } from './store.ts'

/** Sessions that one run moves at most. */
const SESSIONS_PER_RUN = 200

/** Moves every session on whose time has come (P5). Every server runs this; one of them moves each session. */
export async function moveDueSessions(context: SessionContext): Promise<void> {
  // Without a connection to all servers we may not know the listeners of other servers, and would put their sessions to
  // rest. So we move our own sessions only.
  if (!context.bus.receivesAllEvents()) return moveOwnSessions(context)
  await moveEach(context, await dueSessions(context.db, context.now(), SESSIONS_PER_RUN))
}

/** Moves the sessions on that have listeners on this server, including those that another server put to rest (P6). */
export async function moveOwnSessions(context: SessionContext): Promise<void> {
  await moveEach(context, await sessionsToMove(context.db, context.presence.sessionsHere(), context.now()))
}

/** Moves a session on that rests because nobody listened (P6). */
export async function wakeSession(context: SessionContext, ssid: string): Promise<void> {
  const { playing, dueAt } = await loadPlayback(context.db, ssid)
  if (playing !== null && (dueAt === null || dueAt <= context.now())) await movePlayback(context, ssid, 'due')
}

function moveEach(context: SessionContext, ssids: readonly string[]): Promise<void> {
  return settleEach(ssids, (ssid) => movePlayback(context, ssid, 'due'))
}
