/** After this long without a device, the listener sees a message. */
const TIMEOUT_MS = 10_000

/** Measures how long one command waits for a device. A connection that breaks and stays broken sends no event. */
export function createDeviceTimeout(nowMs: () => number) {
  let waiting: { commandId: number; sinceMs: number } | null = null

  /** @param commandId the command that waits; null while none does @returns whether it waits for too long */
  return (commandId: number | null): boolean => {
    if (commandId === null) waiting = null
    else if (waiting?.commandId !== commandId) waiting = { commandId, sinceMs: nowMs() }
    return waiting !== null && nowMs() - waiting.sinceMs >= TIMEOUT_MS
  }
}
