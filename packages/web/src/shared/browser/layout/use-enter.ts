import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entryPath, fittingShell } from '../screen-after-login.ts'
import { screenPath } from '../paths.ts'

/**
 * Returns a function that opens the first screen after joining or the login. It also puts home into the browser's
 * history, in place of the login. So the Back button leads to home, where the music continues (M13).
 */
export function useEnter(): (path?: string) => void {
  const router = useRouter()
  return useCallback(
    (path = entryPath()) => {
      const home = fittingShell() + screenPath.home()
      if (path === home) return void router.navigate({ to: home, replace: true })
      router.history.replace(home)
      // Without `flush`, the router would combine the two changes of the history into one.
      router.history.flush()
      void router.navigate({ to: path })
    },
    [router],
  )
}
