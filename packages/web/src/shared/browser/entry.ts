import { layoutFor } from './layout.ts'
import { screenPath } from './paths.ts'
import { takeTarget } from './target.ts'

/** Returns the layout that fits the window. */
export const fittingShell = () =>
  layoutFor(window.innerWidth, window.innerHeight) === 'phone' ? ('/app' as const) : ('/main' as const)

/**
 * Returns the path of the first screen after the login: the session that the person wanted before (D8), or
 * home.
 */
export function entryPath(): string {
  const ssid = takeTarget()
  return fittingShell() + (ssid ? screenPath.session(ssid) : screenPath.home())
}
