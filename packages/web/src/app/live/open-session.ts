/** The open session (M1). It stays open while another screen is shown. */
export type OpenSessionState = {
  readonly ssid: string | null
  /** The session that the person has left while its screen is still shown. Null otherwise. */
  readonly left: string | null
}

export const NOTHING_OPEN: OpenSessionState = { ssid: null, left: null }

/**
 * Returns which session is open after a screen is shown: the screen of a session opens that session, and every
 * other screen keeps the open session (M1, M2).
 * @param shown the session whose screen is shown; null on other screens
 * @returns the same object when nothing changes
 */
export function openAfterScreen(open: OpenSessionState, shown: string | null): OpenSessionState {
  if (shown === null) return open.left === null ? open : { ...open, left: null }
  return shown === open.ssid || shown === open.left ? open : { ssid: shown, left: null }
}

/**
 * Returns the state after the person left the session: none is open (M2). The screen of the session stays empty until
 * another screen is shown.
 */
export const openAfterLeaving = ({ ssid }: OpenSessionState): OpenSessionState => ({ ssid: null, left: ssid })
