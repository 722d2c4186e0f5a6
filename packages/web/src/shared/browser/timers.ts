/** Two taps within this number of milliseconds are a double tap (V9). */
export const DOUBLE_TAP_MS = 500

/** Runs a function once after a delay. @returns a function that cancels the run */
export function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Runs a function 300 ms later, when the page has probably loaded. @returns a function that cancels the run */
export const whenIdle = (run: () => void): (() => void) => after(300, run)

/** Ends the current task, so that the browser can react before the rest of the work runs. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
