import { readStored, writeStored } from './storage.ts'

const TARGET_KEY = 'target'

/** An address inside the app that a share link names: a session in either shell. */
const SESSION_ADDRESS = /^\/(?:main|app)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

/**
 * Remembers the session a logged-out person wanted, over login and registration (D8). Lives as long as the tab, so
 * that a link opened once does not come back weeks later. Other addresses are not remembered.
 *
 * @param path the address inside the app, `/main/{ssid}`
 */
export function rememberTarget(path: string): void {
  if (SESSION_ADDRESS.test(path)) writeStored(TARGET_KEY, path, 'tab')
}

/** The remembered session's id, left in place; null when none is. */
export function rememberedTarget(): string | null {
  return SESSION_ADDRESS.exec(readStored(TARGET_KEY, 'tab') ?? '')?.[1] ?? null
}

/** The remembered session's id, which is forgotten by this; null when none is. */
export function takeTarget(): string | null {
  const ssid = rememberedTarget()
  writeStored(TARGET_KEY, null, 'tab')
  return ssid
}
