import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entryPath, fittingShell } from '../entry.ts'
import { screenPath } from '../paths.ts'

/**
 * Returns a function that opens the first screen after joining or the login. Home takes the place of the current
 * entry of the browser's history, so Back leads there, where the music continues (M13).
 */
export function useEnter(): (path?: string) => void {
  const router = useRouter()
  return useCallback(
    (path = entryPath()) => {
      const home = fittingShell() + screenPath.home()
      if (path === home) return void router.navigate({ to: home, replace: true })
      router.history.replace(home)
      // Without this, the router would combine both changes into one.
      router.history.flush()
      void router.navigate({ to: path })
    },
    [router],
  )
}
