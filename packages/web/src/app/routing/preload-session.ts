import { openingAddress } from '@jointly/contract/addresses'
import { preloadPanel } from '../../features/session/panel/load-panel.ts'
import { fetchEarly } from '../../shared/api/early-answer.ts'
import { loadCalls } from '../../shared/api/load-calls.ts'
import { nextTask } from '../../shared/browser/timers.ts'
import { preload } from '../../shared/browser/preload.ts'
import { sessionOf } from '../../shared/browser/login-target.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { loadInside } from '../load-inside.ts'

/** Loads the code that a session needs, so that the session opens at once after *Listen* (G8). */
export function preloadSession(): void {
  preload(() => loadInside(() => import('../shells/InsideShell.tsx')))
  preload(() => import('../live/LiveSession.tsx'))
  preloadPanel()
  preload(() => import('../../shared/ui/media/IconDrawing.tsx'))
}

/**
 * If the page was opened at the address of a session, fetches the session and its code while the app starts. Call
 * this after the language is set. `start-app.ts` has already started to load the files. This function runs them one
 * after another, so that the browser can react in between.
 *
 * @returns resolves when the app can make calls, or when it is certain that this failed; true if the page was opened at
 * the address of a session
 */
export async function preloadOpenedSession(): Promise<boolean> {
  const token = storedToken()
  const ssid = sessionOf(location.hash.slice(1))
  if (token === null || ssid === null) return false
  void fetchEarly(openingAddress(ssid), token)
  try {
    await import('../../shared/api/zod-jitless.ts')
    await import('@jointly/contract/people')
    await import('../../shared/store/state.ts')
    await loadCalls()
    await import('../../shared/store/store.ts')
  } catch {
    // The app loads these files again where it needs them, and shows the error there.
  }
  await nextTask()
  preloadSession()
  return true
}
