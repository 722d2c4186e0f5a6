import { useEffect, useState } from 'react'

/**
 * Keeps the screen awake while the page is visible (X9).
 * @returns false if the browser cannot do that, for example at an address without https
 */
export function useWakeLock(): boolean {
  const [isPossible, setPossible] = useState(true)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isEnded = false
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        setPossible(true)
        if (isEnded) await lock.release()
      } catch {
        // Without a secure context there is no wake lock at all, and a device may refuse it.
        setPossible(document.visibilityState !== 'visible')
      }
    }
    void take()
    // A browser releases the lock while the page is hidden.
    const onVisible = () => void take()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isEnded = true
      document.removeEventListener('visibilitychange', onVisible)
      lock?.release().catch(() => undefined)
    }
  }, [])
  return isPossible
}
