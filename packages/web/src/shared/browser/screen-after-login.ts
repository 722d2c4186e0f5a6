import { windowLayout } from './layout/window-layout.ts'
import { screenPath } from './paths.ts'
import { takeTarget } from './login-target.ts'

/** Returns `/app` or `/main`: the layout that fits the window. */
export const fittingShell = () => (windowLayout() === 'phone' ? ('/app' as const) : ('/main' as const))

/**
 * Returns the first screen after the login: the one that the person wanted before the login (D8, J7), or home.
 */
export function entryPath(): string {
  const target = takeTarget()
  switch (target?.kind) {
    case 'session':
      return fittingShell() + screenPath.session(target.ssid)
    case 'new-session':
      return fittingShell() + screenPath.edit()
    case undefined:
      return fittingShell() + screenPath.home()
  }
}
