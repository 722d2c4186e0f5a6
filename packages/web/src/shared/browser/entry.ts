import { layoutFor } from './layout.ts'
import { screenPath } from './paths.ts'
import { takeTarget } from './target.ts'

/** The shell that fits the window. */
export const fittingShell = () =>
  layoutFor(window.innerWidth, window.innerHeight) === 'phone' ? ('/app' as const) : ('/main' as const)

/** Where a person who just came in goes: to the session they wanted before the login (D8), else home. */
export function entryPath(): string {
  const ssid = takeTarget()
  return fittingShell() + (ssid ? screenPath.session(ssid) : screenPath.home())
}
