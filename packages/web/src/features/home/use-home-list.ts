import { useEffect } from 'react'
import { useLiveInvites, useOpenSession } from '../../shared/store/use-open-session.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { useRefreshing } from '../../shared/store/use-refreshing.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'

/**
 * Returns the home list (I2): first the stored rows, then the fetched rows. The list is fetched when the screen
 * opens, when the window becomes visible, and every 30 seconds while it is visible.
 */
export function useHomeList() {
  const ssid = useOpenSession()?.session.uuid
  const invites = useLiveInvites()
  const { loading, reload } = useLoad(loadInvites)
  useRefreshing(reload)
  // The list is fetched again when the person enters or leaves a session. An entered session becomes a favorite
  // (I2), and the number of people changes.
  const isMissing =
    ssid !== undefined &&
    !invites.some(({ session_uuid, mode }) => session_uuid === ssid && mode !== 'invited')
  useEffect(() => {
    if (isMissing) reload()
  }, [isMissing, reload])
  useEffect(() => {
    if (ssid !== undefined) return reload
  }, [ssid, reload])
  // Playing sessions come first, so that they are visible without scrolling.
  const liveFirst = invites.toSorted((one, other) => Number(other.playing) - Number(one.playing))
  return {
    favorites: liveFirst.filter(({ mode }) => mode !== 'invited'),
    incoming: liveFirst.filter(({ mode }) => mode === 'invited'),
    loading,
    reload,
  }
}
