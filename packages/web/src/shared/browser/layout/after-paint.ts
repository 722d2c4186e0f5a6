/**
 * Calls `run` after the browser has drawn the next frame. Code that measures elements or moves the focus is cheap
 * then, because the layout is already calculated. While the page is hidden, nothing is drawn, so `run` waits.
 * @returns a function that cancels the call
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
