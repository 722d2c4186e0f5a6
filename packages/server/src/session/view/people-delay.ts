/** In a session of at most this many people, everyone is shown by name and changes are sent at once. */
const SMALL_SESSION = 50
const LONGEST_DELAY_MS = 1_000

/**
 * Returns how long changes of the active users are collected before they are sent, in milliseconds. In larger sessions
 * the time is longer, because each change is sent to everyone in the session.
 */
export function peopleDelayMs(activeCount: number): number {
  return activeCount <= SMALL_SESSION ? 0 : Math.min(LONGEST_DELAY_MS, activeCount / 10)
}
