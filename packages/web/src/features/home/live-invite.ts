import type { Invite } from '@jointly/contract'
import type { JoinedSession } from '../../shared/store/state.ts'

/**
 * Returns a row of the home list. If its session is open, the row contains the live data.
 * @param invite the row as last fetched
 * @param open the session that is open, or was open last
 * @param isOpen whether the person is in the session of this row; after leaving, the data of `open` is outdated
 */
export function liveInvite(invite: Invite, open: JoinedSession | null, isOpen: boolean): Invite {
  if (!isOpen || open?.session.uuid !== invite.session_uuid) return invite
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
