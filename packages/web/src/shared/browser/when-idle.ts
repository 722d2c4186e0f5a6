/** Runs work when the browser has time. @returns cancels it */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
