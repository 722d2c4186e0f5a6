import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadInvites } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { useRefreshing } from '../../shared/store/use-refreshing.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { liveInvite } from './live-invite.ts'

/**
 * Returns the home list (I2): first the stored rows, then the fetched rows. The list is fetched when the screen
 * opens, when the window becomes visible, and every 30 seconds while it is visible.
 */
export function useHomeList() {
  const { ssid } = useParams({ strict: false })
  const open = useStore((state) => state.session)
  const fetched = useStore((state) => state.invites)
  const invites = fetched.map((invite) => liveInvite(invite, open, invite.session_uuid === ssid))
  const { loading, reload } = useLoad(loadInvites)
  useRefreshing(reload)
  // The list is fetched again when the person enters or leaves a session. An entered session becomes a favorite
  // (I2), and the number of people changes.
  const isEntered = ssid !== undefined && open?.session.uuid === ssid
  const isMissing =
    isEntered && !invites.some(({ session_uuid, mode }) => session_uuid === ssid && mode !== 'invited')
  useEffect(() => {
    if (isMissing) reload()
  }, [isMissing, reload])
  useEffect(() => {
    if (isEntered) return reload
  }, [isEntered, reload])
  // Playing sessions come first, so that they are visible without scrolling.
  const liveFirst = invites.toSorted((one, other) => Number(other.playing) - Number(one.playing))
  return {
    favorites: liveFirst.filter(({ mode }) => mode !== 'invited'),
    incoming: liveFirst.filter(({ mode }) => mode === 'invited'),
    loading,
    reload,
  }
}
