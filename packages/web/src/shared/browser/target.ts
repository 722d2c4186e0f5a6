import { readStored, writeStored } from './storage.ts'

const TARGET_KEY = 'target'

/** Matches the address of a session in either layout, as in a share link. */
const SESSION_ADDRESS = /^\/(?:main|app)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

/**
 * Stores the session that a logged-out person wanted, during login and registration (D8). It is stored for the tab
 * only, so that an old link does not open weeks later. Other addresses are ignored.
 *
 * @param path the address inside the app, `/main/{ssid}`
 */
export function rememberTarget(path: string): void {
  if (SESSION_ADDRESS.test(path)) writeStored(TARGET_KEY, path, 'tab')
}

/** Returns the id of the stored session. Null if there is none. */
export function rememberedTarget(): string | null {
  return SESSION_ADDRESS.exec(readStored(TARGET_KEY, 'tab') ?? '')?.[1] ?? null
}

/** Returns the id of the stored session and removes it. Null if there is none. */
export function takeTarget(): string | null {
  const ssid = rememberedTarget()
  writeStored(TARGET_KEY, null, 'tab')
  return ssid
}
