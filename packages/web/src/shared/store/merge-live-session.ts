import type { Invite } from '@jointly/contract'
import type { JoinedSession } from './state.ts'

/**
 * Returns a row of the home list. If its session is open, live data of the session replace data of the row.
 * @param invite the row as it was last fetched
 * @param open the session that is open
 */
export function mergeLiveSession(invite: Invite, open: JoinedSession | null): Invite {
  if (open?.session.uuid !== invite.session_uuid) return invite
  const { session, nowPlaying, activeCount } = open
  return {
    ...invite,
    title: session.title,
    managed: session.managed,
    active: activeCount,
    nowPlaying,
    playing: nowPlaying.mode === 'active' && nowPlaying.pausedAt === undefined,
  }
}
