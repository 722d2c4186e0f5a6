/** How long a command waits for a device before the listener sees a message, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Measures how long a command waits for a device. This is needed because a broken connection sends no event.
 */
export function createDeviceTimeout(nowMs: () => number) {
  let waiting: { commandId: number; sinceMs: number } | null = null

  /**
   * Returns whether a command waits too long.
   * @param commandId the command that waits; null while none waits
   */
  return (commandId: number | null): boolean => {
    if (commandId === null) waiting = null
    else if (waiting?.commandId !== commandId) waiting = { commandId, sinceMs: nowMs() }
    return waiting !== null && nowMs() - waiting.sinceMs >= TIMEOUT_MS
  }
}
