import { redirect } from '@tanstack/react-router'
import { rememberTarget } from '../../shared/browser/target.ts'
import { storedToken } from '../../shared/browser/token.ts'

/**
 * Lets everyone who has a token open a screen. Everyone else is redirected to `/`, and the session that they wanted
 * is stored for later (D8).
 */
export function requireLogin({ location }: { location: { pathname: string } }): void {
  if (storedToken() !== null) return
  rememberTarget(location.pathname)
  throw redirect({ to: '/' })
}
