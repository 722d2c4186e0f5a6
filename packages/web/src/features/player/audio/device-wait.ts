/** Who wants to hear a song and waits this long for a device is told. */
const TOLD_AFTER_MS = 10_000

/** How long one try has waited for a device: its line may break in mid-song and stay broken, which reports nothing. */
export function createDeviceWait(monotonicMs: () => number) {
  let waiting: { order: number; sinceMs: number } | null = null

  /** @param order the command that waits; null while none does @returns whether it is to be told */
  return (order: number | null): boolean => {
    if (order === null) waiting = null
    else if (waiting?.order !== order) waiting = { order, sinceMs: monotonicMs() }
    return waiting !== null && monotonicMs() - waiting.sinceMs >= TOLD_AFTER_MS
  }
}
