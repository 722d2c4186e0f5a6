import { readStored, writeStored } from './storage.ts'

const TARGET_KEY = 'target'

/** Matches the address of a session in either layout, as in a share link. */
const SESSION_ADDRESS = /^\/(?:main|app)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

/** Matches the address of the form for a new session, in either layout. */
const NEW_SESSION_ADDRESS = /^\/(?:main|app)\/edit\/?$/

/** Where a logged-out person wanted to go: to a session, or to the form for a new one (J7). */
export type Target = { kind: 'session'; ssid: string } | { kind: 'new-session' }

/**
 * Stores where a logged-out person wanted to go, until the login or registration has finished (D8, J7). It is stored
 * only for this tab, so that an old link does not open weeks later.
 * @param path the address inside the app, `/main/{ssid}` or `/main/edit`; other addresses are ignored
 */
export function rememberTarget(path: string): void {
  if (targetOf(path)) writeStored(TARGET_KEY, path, 'tab')
}

/** Returns the stored target. Null when there is none. */
export const rememberedTarget = (): Target | null => targetOf(readStored(TARGET_KEY, 'tab') ?? '')

/** Returns the stored target and removes it from the storage. Null when there is none. */
export function takeTarget(): Target | null {
  const target = rememberedTarget()
  writeStored(TARGET_KEY, null, 'tab')
  return target
}

/** Returns the id of the session whose screen has this address inside the app. Null for other addresses. */
export const sessionOf = (path: string): string | null => SESSION_ADDRESS.exec(path)?.[1] ?? null

function targetOf(path: string): Target | null {
  if (NEW_SESSION_ADDRESS.test(path)) return { kind: 'new-session' }
  const ssid = sessionOf(path)
  return ssid === null ? null : { kind: 'session', ssid }
}
