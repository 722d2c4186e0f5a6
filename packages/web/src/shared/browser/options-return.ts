import { pathInShell, screenPath } from './paths.ts'
import { readStored, writeStored } from './storage.ts'

const KEY = 'options-return'

/**
 * Stores that the person left the options of a session for the upgrade. When the screen of this session is shown
 * again in this tab, its options are open again (R5).
 */
export const rememberOptions = (ssid: string): void => writeStored(KEY, ssid, 'tab')

/** Returns whether the person comes back to the options of this session. */
export const returnsToOptions = (ssid: string): boolean => readStored(KEY, 'tab') === ssid

export const forgetOptions = (): void => writeStored(KEY, null, 'tab')

/** Call this when the person leaves the upgrade of a session. @param path the address of the next screen */
export function leaveUpgrade(ssid: string, path: string): void {
  const next = pathInShell(path, '/main')
  const isNear = [screenPath.session(ssid), screenPath.upgrade(ssid)].some((each) => next === `/main${each}`)
  if (!isNear) forgetOptions()
}
