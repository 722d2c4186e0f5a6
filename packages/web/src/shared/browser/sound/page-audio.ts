declare global {
  interface Window {
    /** Sound that a press has allowed. The built-in player takes it, so it is on the window. */
    pageAudio?: AudioContext | undefined
  }
}

/** Sound that no player has taken is closed after this time, in milliseconds, because it needs power. */
const CLOSE_AFTER_MS = 60_000

/**
 * Allows the page to play sound later. Call this directly in a press: some browsers (WebKit) allow sound only in a press
 * or shortly after it, and the player is loaded later (G8).
 */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined' || window.pageAudio) return
  const context = new AudioContext({ latencyHint: 'interactive' })
  window.pageAudio = context
  context.resume().catch(() => undefined)
  setTimeout(() => {
    if (window.pageAudio !== context) return
    window.pageAudio = undefined
    context.close().catch(() => undefined)
  }, CLOSE_AFTER_MS)
}
