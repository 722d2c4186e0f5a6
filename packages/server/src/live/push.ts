/** Changes within so many milliseconds of a push are joined into the next one. */
const JOIN_MS = 50

export type Pushes = {
  /** Something about this session changed. */
  changed(ssid: string): void
  close(): void
}

/**
 * Pushes a session when it changed: the first change at once, those of the next 50 ms together. Pushes of one session
 * never overlap, so that a newer state is never followed by an older one.
 *
 * @param push makes the newest state and hands it on
 * @param delay waits so many milliseconds
 */
export function createPushes(
  push: (ssid: string) => Promise<void>,
  delay: (ms: number) => Promise<void> = wait,
): Pushes {
  /** Sessions being pushed, and whether they changed again meanwhile. */
  const running = new Map<string, boolean>()
  let isClosed = false

  async function run(ssid: string): Promise<void> {
    try {
      do {
        running.set(ssid, false)
        await push(ssid)
        await delay(JOIN_MS)
      } while (running.get(ssid) && !isClosed)
    } finally {
      running.delete(ssid)
    }
  }

  return {
    changed(ssid) {
      if (isClosed) return
      if (running.has(ssid)) running.set(ssid, true)
      else void run(ssid)
    },
    close() {
      isClosed = true
    },
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
