import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { fittingShell } from '../../shared/browser/screen-after-login.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { rememberTarget } from '../../shared/browser/login-target.ts'
import { storedToken } from '../../shared/browser/token.ts'

/**
 * Lets everyone who has a token open a screen. Other people are redirected to `/`. If the address is a session or the
 * form for a new session, it is stored and opens after the login (D8).
 */
export function requireLogin({ location }: { location: { pathname: string } }): void {
  if (storedToken() !== null) return
  rememberTarget(location.pathname)
  throw redirect({ to: '/' })
}

/**
 * Opens home when a logged-in person goes back from the app to a page of the website. The login page, for example,
 * would stop the music (M13). A typed address still opens its page.
 * @param from the location that is shown now; undefined when the app starts
 */
export function keepInside(to: ParsedLocation, from: ParsedLocation | undefined): void {
  if (storedToken() === null || !from || !/^\/(?:main|app)(?:\/|$)/.test(from.pathname)) return
  // `history.state` is null if the person typed the address.
  const isBack = history.state !== null && to.state.__TSR_index < from.state.__TSR_index
  if (isBack) throw redirect({ to: fittingShell() + screenPath.home(), replace: true })
}
