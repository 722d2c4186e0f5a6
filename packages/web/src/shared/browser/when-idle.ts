/** Runs work a moment later, when the page has probably loaded. @returns a function that cancels it */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
