import { redirect } from '@tanstack/react-router'
import { rememberTarget } from '../../shared/browser/target.ts'
import { storedToken } from '../../shared/browser/token.ts'

/** Lets in whoever has a token; others are sent to `/`, and the session they wanted is remembered (D8). */
export function needLogin({ location }: { location: { pathname: string } }): void {
  if (storedToken() !== null) return
  rememberTarget(location.pathname)
  throw redirect({ to: '/' })
}
