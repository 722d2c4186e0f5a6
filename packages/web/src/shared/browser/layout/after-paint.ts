import { after } from '../timers.ts'

/**
 * Calls `run` after the browser has drawn the next frame. Code that measures elements or moves the focus is cheap
 * then, because the layout is already calculated. While the page is hidden, nothing is drawn, so `run` waits.
 * @returns a function that cancels the call
 */
export function afterPaint(run: () => void): () => void {
  let cancelTimer: (() => void) | undefined
  const frame = requestAnimationFrame(() => {
    cancelTimer = after(0, run)
  })
  return () => {
    cancelAnimationFrame(frame)
    cancelTimer?.()
  }
}
