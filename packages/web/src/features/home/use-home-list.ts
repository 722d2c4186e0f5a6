import { useEffect } from 'react'
import { loadInvites } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { useLoad } from '../../shared/ui/use-load.ts'

/** A list that nobody touches is looked at this often, in milliseconds, while its window is seen. */
const REFRESH_EVERY_MS = 30_000

/** The home list (I2): favorites and incoming, as stored and as fetched when it opens and whenever its window is seen again. */
export function useHomeList() {
  const invites = useStore((state) => state.invites)
  const { loading, reload } = useLoad(loadInvites)
  useEffect(() => {
    const whenSeen = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', whenSeen)
    const timer = setInterval(whenSeen, REFRESH_EVERY_MS)
    return () => {
      document.removeEventListener('visibilitychange', whenSeen)
      clearInterval(timer)
    }
  }, [reload])
  return {
    favorites: invites.filter(({ mode }) => mode !== 'invited'),
    incoming: invites.filter(({ mode }) => mode === 'invited'),
    loading,
    reload,
  }
}
