import * as z from 'zod/mini'

const TARGET_KEY = 'target'

/** An address inside the app that a share link names: a session in either shell. */
const SESSION_ADDRESS = /^\/(?:main|app)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

const Target = z.uuid()

/**
 * Remembers the session a logged-out person wanted, over login and registration (D8). Lives as long as the tab, so
 * that a link opened once does not come back weeks later. Other addresses are not remembered.
 *
 * @param path the address inside the app, `/main/{ssid}`
 */
export function rememberTarget(path: string): void {
  const ssid = SESSION_ADDRESS.exec(path)?.[1]
  if (ssid) sessionStorage.setItem(TARGET_KEY, ssid)
}

/** The remembered session's id, left in place; null when none is. */
export function rememberedTarget(): string | null {
  const parsed = Target.safeParse(sessionStorage.getItem(TARGET_KEY))
  return parsed.success ? parsed.data : null
}

/** The remembered session's id, which is forgotten by this; null when none is. */
export function takeTarget(): string | null {
  const ssid = rememberedTarget()
  sessionStorage.removeItem(TARGET_KEY)
  return ssid
}
