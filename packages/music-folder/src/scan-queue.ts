/**
 * The time between the last change in the folder and the scan. Copying an album makes many changes, and one scan after
 * the last change is enough.
 */
const pauseMs = 800
/** A folder that changes without a pause is scanned after this time. */
const longestWaitMs = 30_000

/**
 * Runs one scan after the other. At most one waits while another one runs, because it finds all changes until it begins.
 * @param scan must not reject
 */
export function createScanQueue(scan: () => Promise<void>) {
  let pause: NodeJS.Timeout | undefined
  let longestWait: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let isScanWaiting = false
  /** Settles when the last requested scan has ended. The next scan waits for this promise. */
  let scans: Promise<void> = Promise.resolve()

  const stopTimers = (): void => {
    clearTimeout(pause)
    clearTimeout(longestWait)
    clearTimeout(later)
    longestWait = undefined
  }
  const scanNow = (): void => {
    stopTimers()
    if (isScanWaiting) return
    isScanWaiting = true
    scans = scans.then(() => {
      isScanWaiting = false
      return scan()
    })
  }
  return {
    /** Requests a scan without a wait for further changes. */
    scanNow,
    /** Requests a scan after a change in the folder: after the last change, or after the longest wait (B9). */
    scanSoon(): void {
      clearTimeout(pause)
      pause = setTimeout(scanNow, pauseMs)
      longestWait ??= setTimeout(scanNow, longestWaitMs)
    },
    /** Requests a scan after this time, if no other one begins before. */
    scanLater(delayMs: number): void {
      clearTimeout(later)
      later = setTimeout(scanNow, delayMs)
    },
    /** Ends the timers of later scans, and waits until the running scan and the one that waits for it have ended. */
    async close(): Promise<void> {
      stopTimers()
      await scans
    },
  }
}
