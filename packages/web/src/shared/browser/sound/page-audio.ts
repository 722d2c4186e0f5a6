declare global {
  interface Window {
    /** An audio context that a press has started. The built-in player takes it from the window. */
    pageAudio?: AudioContext | undefined
  }
}

/** A context that no player has taken is closed after this time, in milliseconds, because it needs power. */
const CLOSE_AFTER_MS = 60_000

/**
 * Allows the page to play sound later (G8). The player is loaded later, but some browsers (WebKit) allow sound only
 * during a press or shortly after it. So call this directly in the handler of a press.
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
