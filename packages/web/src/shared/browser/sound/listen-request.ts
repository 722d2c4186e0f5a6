import { readStored, writeStored } from '../storage.ts'

const LISTENING_KEY = 'listening'

/** The session whose player must start by itself as soon as the session is open. */
let requestedSsid: string | null = null

/**
 * Makes the player of a session start by itself when the session opens. Call this directly in the handler of a press,
 * because browsers allow sound only then.
 */
export function requestListening(ssid: string): void {
  requestedSsid = ssid
}

/**
 * Returns whether the player of this session must start by itself. The call removes the request, so the next call
 * returns false.
 */
export function takeListenRequest(ssid: string): boolean {
  const isWanted = requestedSsid === ssid
  if (isWanted) requestedSsid = null
  return isWanted
}

/** Returns whether the last press on this device was play, not stop (M12). */
export const wasListening = (): boolean => readStored(LISTENING_KEY) !== null

/** Stores whether the person listens on this device, after a press on play or stop. */
export const rememberListening = (isOn: boolean): void => writeStored(LISTENING_KEY, isOn ? 'on' : null)
