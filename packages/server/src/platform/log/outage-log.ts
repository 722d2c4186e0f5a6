/** The minimum time between two lines about an outage, in milliseconds. */
const LINE_EVERY_MS = 10_000

/** Reports one failure of an unavailable service. */
export type ReportOutage = (error: unknown) => void

/**
 * Creates a reporter that logs the first failure at once, and then at most one line every ten seconds.
 * @param write logs a line; gets the latest failure, and the number of failures since the previous line
 * @param monotonicMs a clock that never jumps
 */
export function createOutageLog(
  write: (error: unknown, failed: number) => void,
  monotonicMs = () => performance.now(),
): ReportOutage {
  let writtenMs = -Infinity
  let failed = 0
  return (error) => {
    failed += 1
    if (monotonicMs() - writtenMs < LINE_EVERY_MS) return
    write(error, failed)
    writtenMs = monotonicMs()
    failed = 0
  }
}
