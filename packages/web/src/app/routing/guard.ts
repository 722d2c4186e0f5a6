import { redirect } from '@tanstack/react-router'
import { rememberTarget } from '../../shared/browser/target.ts'
import { storedToken } from '../../shared/browser/token.ts'

/**
 * Lets everyone who has a token open a screen. Everyone else is redirected to `/`. If they wanted a session or the
 * form for a new one, this is stored for the time after the login (D8).
 */
export function requireLogin({ location }: { location: { pathname: string } }): void {
  if (storedToken() !== null) return
  rememberTarget(location.pathname)
  throw redirect({ to: '/' })
}
