import type { Invite } from '@jointly/contract'
import type { JoinedSession } from '../../shared/store/state.ts'

/**
 * A row of the home list as it is now: of the session that is open everything newer is known than the list says.
 *
 * @param invite the row as last fetched
 * @param open the session that is open, or was last
 * @param isOpen whether the person is in that session now; what is known of one that was left grows old
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
    playing: nowPlaying.mode === 'active',
  }
}
