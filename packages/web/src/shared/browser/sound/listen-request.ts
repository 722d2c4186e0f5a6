/** The session that a person wants to hear as soon as it is open. */
let requestedSsid: string | null = null

/** Makes the player of a session start by itself. Call it while a button is pressed, so that the browser allows sound. */
export function requestListening(ssid: string): void {
  requestedSsid = ssid
}

/** Returns whether the person asked to hear this session. The request is used up, so the next call returns false. */
export function takeListenRequest(ssid: string): boolean {
  const isWanted = requestedSsid === ssid
  if (isWanted) requestedSsid = null
  return isWanted
}
