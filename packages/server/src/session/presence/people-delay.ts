/** Up to this size everyone in a session is shown by name, and changes are sent at once. */
const SMALL_SESSION = 50
const LONGEST_DELAY_MS = 1_000

/**
 * How long changes of who is active may be collected before they are sent, in milliseconds. Each change goes to everyone
 * in the session. A longer delay in larger sessions keeps the number of messages from growing with the square of the size.
 */
export function peopleDelayMs(activeCount: number): number {
  return activeCount <= SMALL_SESSION ? 0 : Math.min(LONGEST_DELAY_MS, activeCount / 10)
}
