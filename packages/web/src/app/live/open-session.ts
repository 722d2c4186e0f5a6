/** The session that is open behind all screens (M1). */
export type OpenSessionState = {
  readonly ssid: string | null
  /** A session that the person left while the screen of the session is still shown. */
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
 * Returns the state after the person left: no session is open (M2). The screen of the session stays empty until
 * another screen is shown.
 */
export const openAfterLeaving = ({ ssid }: OpenSessionState): OpenSessionState => ({ ssid: null, left: ssid })
