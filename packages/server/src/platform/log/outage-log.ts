/** An outage is told of at once, and then at most this often. */
const LINE_EVERY_MS = 10_000

/** Notes one failure more of something that is away. */
export type TellAway = (error: unknown) => void

/**
 * Has an outage told in a line now and then, and not in one for each call, chore and connection that fails by it.
 *
 * @param write gets the newest failure, and how many there were since it was called last
 * @param monotonicMs a clock that never jumps
 */
export function createOutageLog(
  write: (error: unknown, failed: number) => void,
  monotonicMs = () => performance.now(),
): TellAway {
  let toldMs = -Infinity
  let failed = 0
  return (error) => {
    failed += 1
    if (monotonicMs() - toldMs < LINE_EVERY_MS) return
    write(error, failed)
    toldMs = monotonicMs()
    failed = 0
  }
}
