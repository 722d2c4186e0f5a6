/**
 * A request that takes longer than this number of milliseconds is aborted, and can be sent again. Otherwise a lost
 * answer would end the polling, or the votes and chat lines after it would wait without end.
 */
export const ANSWER_TIMEOUT_MS = 20_000

export type Poller = {
  /** Sends the request now, and aborts a running request. */
  poll(): void
  /** Sends the request now, unless one is running. */
  pollIfIdle(): void
  /** Starts the delay again. Call it when the delay has changed. */
  restartDelay(): void
  close(): void
}

/**
 * Repeats a request, with a delay after each answer.
 * @param request sends the request and handles its answer; after it is aborted, it must change nothing
 * @param delayMs returns the delay after an answer, in milliseconds
 * @param after starts a timer and returns a function that cancels the timer
 */
export function createPoller(
  request: (signal: AbortSignal) => Promise<void>,
  delayMs: () => number,
  after: (delayMs: number, run: () => void) => () => void,
): Poller {
  let controller = new AbortController()
  let cancelTimer = () => {}
  let isClosed = false
  let isRunning = false

  async function poll(): Promise<void> {
    if (isClosed) return
    controller.abort()
    controller = new AbortController()
    startTimer(ANSWER_TIMEOUT_MS, giveUp)
    const { signal } = controller
    isRunning = true
    await request(signal)
    if (signal.aborted) return
    isRunning = false
    startTimer(delayMs())
  }

  /** Ends a request that has no answer, and sends the next one. The reason says that the server did not answer (E3). */
  function giveUp(): void {
    controller.abort(new DOMException('no answer', 'TimeoutError'))
    void poll()
  }

  function startTimer(timerMs: number, run: () => void = () => void poll()): void {
    cancelTimer()
    if (!isClosed) cancelTimer = after(timerMs, run)
  }

  return {
    poll: () => void poll(),
    pollIfIdle: () => void (isRunning || poll()),
    restartDelay: () => startTimer(delayMs()),
    close() {
      isClosed = true
      controller.abort()
      cancelTimer()
    },
  }
}
