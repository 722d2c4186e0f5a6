/** The session that a person wants to hear as soon as it is open. */
let wanted: string | null = null

/** Makes the player of a session start by itself. To be called in the press of a button, so that sound is allowed. */
export function requestListening(ssid: string): void {
  wanted = ssid
}

/** Whether the person asked to hear this session. It answers once. */
export function takeListenRequest(ssid: string): boolean {
  const isWanted = wanted === ssid
  if (isWanted) wanted = null
  return isWanted
}
