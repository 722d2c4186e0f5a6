/** The session that a person wants to hear as soon as it is open. */
let requestedSsid: string | null = null

/**
 * Makes the player of a session start by itself. Call it directly in the handler of a press, so that the browser
 * allows sound.
 */
export function requestListening(ssid: string): void {
  requestedSsid = ssid
}

/** Returns whether the person asked to hear this session. The request is removed, so the next call returns false. */
export function takeListenRequest(ssid: string): boolean {
  const isWanted = requestedSsid === ssid
  if (isWanted) requestedSsid = null
  return isWanted
}
