import { useEffect } from 'react'

/** The pause between two refreshes while the window is visible, in milliseconds. */
const REFRESH_EVERY_MS = 30_000

/**
 * Reloads a list when the window becomes visible, and every 30 seconds while it is visible.
 * @param reload must be the same function in each render
 */
export function useRefreshing(reload: () => void): void {
  useEffect(() => {
    const refreshIfVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', refreshIfVisible)
    const timer = setInterval(refreshIfVisible, REFRESH_EVERY_MS)
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible)
      clearInterval(timer)
    }
  }, [reload])
}
