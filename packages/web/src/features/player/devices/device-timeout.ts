/** How long a command waits for a device before the person sees a message, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Creates a function that notices when a command has waited too long for a device. A broken connection sends no
 * event, so only the time shows it.
 */
export function createDeviceTimeout(nowMs: () => number) {
  let waiting: { commandId: number; sinceMs: number } | null = null

  /**
   * Returns whether the command has waited too long.
   * @param commandId the number of the command that waits; null while none waits
   */
  return (commandId: number | null): boolean => {
    if (commandId === null) waiting = null
    else if (waiting?.commandId !== commandId) waiting = { commandId, sinceMs: nowMs() }
    return waiting !== null && nowMs() - waiting.sinceMs >= TIMEOUT_MS
  }
}
