import { storedToken } from '../shared/browser/token.ts'

type OtherTabsPorts = {
  /** Returns the path of the open screen. */
  path(): string
  /** Is called when the person logged out in another tab. */
  loggedOut(): void
  /** Is called after a login in another tab, by the same person or another one. */
  loggedInAgain(): void
}

/**
 * Matches the addresses of the screens that show a person's data. A login or logout changes nothing on other screens.
 */
const inside = /^\/(?:main|app|onboarding|load)(?:\/|$)/

/**
 * Reacts to a login or logout in another tab, because all tabs share one login. Otherwise this tab would show the
 * data of one person with the token of another person.
 * @param page the window, which reports what other tabs store
 */
export function followOtherTabs(page: Pick<Window, 'addEventListener'>, ports: OtherTabsPorts): void {
  page.addEventListener('storage', ({ key, oldValue, newValue }) => {
    // A null key means that all stored values were removed.
    if ((key !== null && key !== 'token') || (key === 'token' && oldValue === newValue)) return
    if (!inside.test(ports.path())) return
    if (storedToken() === null) ports.loggedOut()
    else ports.loggedInAgain()
  })
}
