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
 * Returns whether the player of this session must start by itself. This removes the request, so the next call returns
 * false.
 */
export function takeListenRequest(ssid: string): boolean {
  const isWanted = requestedSsid === ssid
  if (isWanted) requestedSsid = null
  return isWanted
}
