import { useEffect, useState } from 'react'

/**
 * Prevents the screen from turning off while the page is visible (X9).
 * @returns false if the browser cannot do that, for example without https
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
        // Without https the browser refuses the wake lock, and the device may refuse it too. A refusal while the
        // page is hidden does not count.
        setPossible(document.visibilityState !== 'visible')
      }
    }
    void take()
    // The browser releases the lock when the page is hidden, so it is requested again.
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
