import { loadInside } from '../load-inside.ts'

/** Loads the parts of the app that a session needs, so that it opens at once after *Listen* (G8). */
export function preloadSession(): void {
  void loadInside(() => import('../shells/InsideShell.tsx'))
  void import('../live/LiveSession.tsx')
}

/** Runs work when the browser has time. @returns cancels it */
export function whenIdle(run: () => void): () => void {
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
