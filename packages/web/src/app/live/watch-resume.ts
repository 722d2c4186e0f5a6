/** Every second, a longer gap between two runs of a timer shows that the page did not run: the device slept. */
const LOOK_EVERY_MS = 1_000
const GAP_MS = 4_000

/**
 * Calls back when the device may have slept or changed its network, or the page is shown again: the connection may be
 * broken then, although the browser reports it as open.
 * @returns ends the calls
 */
export function watchResume(onResume: () => void): () => void {
  let lastMs = Date.now()
  const look = () => {
    const gapMs = Date.now() - lastMs
    lastMs = Date.now()
    if (gapMs > GAP_MS) onResume()
  }
  const onVisible = () => document.visibilityState === 'visible' && onResume()
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onResume()
  const timer = setInterval(look, LOOK_EVERY_MS)
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
