import { redirect } from '@tanstack/react-router'
import { rememberTarget } from '../../shared/browser/target.ts'
import { storedToken } from '../../shared/browser/token.ts'

/**
 * Allows everyone who has a token. Others are redirected to `/`, and the session they wanted is stored for
 * later (D8).
 */
export function requireLogin({ location }: { location: { pathname: string } }): void {
  if (storedToken() !== null) return
  rememberTarget(location.pathname)
  throw redirect({ to: '/' })
}
