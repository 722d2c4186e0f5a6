/** Runs a function 300 ms later, when the page has probably loaded. @returns a function that cancels the run */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
