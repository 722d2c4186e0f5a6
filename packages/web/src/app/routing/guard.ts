import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { fittingShell } from '../../shared/browser/entry.ts'
import { screenPath } from '../../shared/browser/paths.ts'
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

/**
 * Opens home instead of a page of the website, if a person who is logged in comes there by Back from inside the app:
 * the login, for example, would end the music (M13). A typed address still opens its page.
 * @param from the location that is shown now; undefined when the app starts
 */
export function keepInside(to: ParsedLocation, from: ParsedLocation | undefined): void {
  if (storedToken() === null || !from || !/^\/(?:main|app)(?:\/|$)/.test(from.pathname)) return
  // An address that was typed has no state yet.
  const isBack = history.state !== null && to.state.__TSR_index < from.state.__TSR_index
  if (isBack) throw redirect({ to: fittingShell() + screenPath.home(), replace: true })
}
