/** In a session of at most this many people, everyone is shown by name and changes are sent at once. */
const SMALL_SESSION = 50
/** The longest delay of `peopleDelayMs`. */
const LONGEST_DELAY_MS = 1_000

/**
 * Returns for how many milliseconds changes of who is active are collected before they are sent. In larger
 * sessions the time is longer, because each change is sent to everyone in the session.
 */
export function peopleDelayMs(activeCount: number): number {
  return activeCount <= SMALL_SESSION ? 0 : Math.min(LONGEST_DELAY_MS, activeCount / 10)
}
