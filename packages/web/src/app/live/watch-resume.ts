/** A timer runs every `CHECK_EVERY_MS`. If more than `GAP_MS` pass between two runs, the device has probably slept. */
const CHECK_EVERY_MS = 1_000
const GAP_MS = 4_000

/**
 * Calls `onResume` when the device may have slept, when the network is back, or when the page is shown again. The
 * connection may be broken then, although the browser reports that it is open.
 * @returns a function that removes all listeners
 */
export function watchResume(onResume: () => void): () => void {
  let lastMs = Date.now()
  const check = () => {
    const gapMs = Date.now() - lastMs
    lastMs = Date.now()
    if (gapMs > GAP_MS) onResume()
  }
  const onVisible = () => document.visibilityState === 'visible' && onResume()
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onResume()
  const timer = setInterval(check, CHECK_EVERY_MS)
  addEventListener('online', onResume)
  addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    removeEventListener('online', onResume)
    removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
