import { storedToken } from '../shared/browser/token.ts'

type Ports = {
  /** The address of the screen that is open. */
  path(): string
  /** The person logged out in another tab. */
  ended(): void
  /** Someone logged in anew in another tab, perhaps another person. */
  replaced(): void
}

/** The screens that show a person's data; the public ones do not care who is logged in. */
const inside = /^\/(?:main|app|onboarding|load)(?:\/|$)/

/**
 * All tabs share one log-in: what one of them does to it, the others follow, or they would show one person's data
 * with another one's token.
 *
 * @param page where the browser tells of changes that other tabs made
 */
export function followOtherTabs(page: Pick<Window, 'addEventListener'>, ports: Ports): void {
  page.addEventListener('storage', ({ key, oldValue, newValue }) => {
    // Without a key everything was cleared.
    if ((key !== null && key !== 'token') || (key === 'token' && oldValue === newValue)) return
    if (!inside.test(ports.path())) return
    if (storedToken() === null) ports.ended()
    else ports.replaced()
  })
}
