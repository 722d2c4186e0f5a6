/** A command waits at most this number of milliseconds for a device. Then the person sees a message. */
const TIMEOUT_MS = 10_000

/**
 * Creates a function that checks whether a command has waited too long for a device. It uses a time limit, because a
 * broken connection causes no event.
 */
export function createDeviceTimeout(nowMs: () => number) {
  let waiting: { commandId: number; sinceMs: number } | null = null

  /**
   * Returns whether the command has waited too long.
   * @param commandId the number of the waiting command; null if no command waits
   */
  return (commandId: number | null): boolean => {
    if (commandId === null) waiting = null
    else if (waiting?.commandId !== commandId) waiting = { commandId, sinceMs: nowMs() }
    return waiting !== null && nowMs() - waiting.sinceMs >= TIMEOUT_MS
  }
}
