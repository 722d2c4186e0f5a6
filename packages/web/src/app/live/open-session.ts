/** The session that is open behind all screens (M1). */
export type OpenSessionState = {
  readonly ssid: string | null
  /** A session that the person left while its screen is still shown. */
  readonly left: string | null
}

export const NOTHING_OPEN: OpenSessionState = { ssid: null, left: null }

/**
 * The open session when a screen is shown. A session's screen opens that session. Every other screen keeps the session
 * that is open (M1, M2).
 *
 * @param shown the session whose screen is shown; null on other screens
 * @returns the same object when nothing changes
 */
export function openAfterScreen(open: OpenSessionState, shown: string | null): OpenSessionState {
  if (shown === null) return open.left === null ? open : { ...open, left: null }
  return shown === open.ssid || shown === open.left ? open : { ssid: shown, left: null }
}

/** Nothing is open after the person left (M2). The screen of the session stays empty until another one is shown. */
export const openAfterLeaving = ({ ssid }: OpenSessionState): OpenSessionState => ({ ssid: null, left: ssid })
