import { after } from '../timers.ts'
import { silentLoop } from './silent-loop.ts'

declare global {
  interface Window {
    /** An audio context that was started during a press. The built-in player takes it from the window. */
    pageAudio?: AudioContext | undefined
  }
}

/**
 * An audio context that no player has taken is closed after this many milliseconds, because an open context uses
 * power.
 */
const CLOSE_AFTER_MS = 60_000

/**
 * Allows the page to play sound later (G8). Some browsers (WebKit) allow sound only during a press or shortly after
 * it, but the player is loaded later. So call this directly in the handler of a press.
 */
export function allowSound(): void {
  silentLoop.allow()
  if (typeof AudioContext === 'undefined' || window.pageAudio) return
  const context = new AudioContext({ latencyHint: 'interactive' })
  window.pageAudio = context
  context.resume().catch(() => undefined)
  after(CLOSE_AFTER_MS, () => {
    if (window.pageAudio !== context) return
    window.pageAudio = undefined
    context.close().catch(() => undefined)
  })
}
