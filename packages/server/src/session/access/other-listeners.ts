import { isRefused } from '../../platform/refusal.ts'
import type { SessionContext } from '../context.ts'
import { findMembership } from './membership.ts'

/**
 * Lists the other active users of a session, whose accounts a search may use. Empty if the session does not let
 * the user in (L5).
 */
export async function otherListeners(
  { db, now, presence }: Pick<SessionContext, 'db' | 'now' | 'presence'>,
  ssid: string,
  userId: string,
): Promise<string[]> {
  if (isRefused(await findMembership(db, ssid, userId, now()))) return []
  return presence.active(ssid).filter((id) => id !== userId)
}
