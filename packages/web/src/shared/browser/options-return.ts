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
