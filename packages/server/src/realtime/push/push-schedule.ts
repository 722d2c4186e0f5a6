/** The minimum time between the starts of two pushes of one session, in milliseconds. */
export const MIN_INTERVAL_MS = 50

/** The maximum share of time in which pushes of one session run, so that the server has time for other sessions. */
const MAX_LOAD = 1 / 5
/**
 * The maximum pause after a push, in milliseconds. While the database is slow, a push takes long although this server
 * is not busy. Without this maximum, the pauses would then be too long.
 */
const MAX_PAUSE_MS = 1_000

export type PushSchedule = {
  /**
   * Requests a push of a session. The push starts at least `intervalMs` after the start of the session's last
   * push.
   */
  request(ssid: string, intervalMs: number): void
  /** Cancels the requested push of a session. */
  cancel(ssid: string): void
  /** Cancels all requested pushes. */
  close(): void
}

/** The timers and the clock of the schedule. The clock never jumps. */
export type Timing = {
  monotonicMs(): number
  /**
   * Calls `run` after a delay.
   * @returns a function that cancels the timer
   */
  after(delayMs: number, run: () => void): () => void
}

type SessionSchedule = {
  lastStartMs: number
  /** The end of the pause after the last push. No push starts before. */
  pausedUntilMs: number
  /** When the requested push is due. Infinite if no push is requested. */
  dueMs: number
  isRunning: boolean
  isCancelled: boolean
  cancelTimer(): void
}

/**
 * Decides when a session is pushed: after the first change at once, and after later changes when the interval is over.
 * Pushes of one session never overlap, so that no client gets an older state after a newer one.
 * @param push loads the newest state of a session and sends it; must not reject
 */
export function createPushSchedule(
  push: (ssid: string) => Promise<void>,
  timing: Timing = realTiming,
): PushSchedule {
  const sessions = new Map<string, SessionSchedule>()
  let isClosed = false

  function startOrWait(ssid: string, session: SessionSchedule): void {
    session.cancelTimer()
    const waitMs = session.dueMs - timing.monotonicMs()
    if (waitMs > 0) session.cancelTimer = timing.after(waitMs, () => void run(ssid, session))
    else void run(ssid, session)
  }

  async function run(ssid: string, session: SessionSchedule): Promise<void> {
    session.isRunning = true
    session.dueMs = Infinity
    session.lastStartMs = timing.monotonicMs()
    await push(ssid)
    const endMs = timing.monotonicMs()
    session.pausedUntilMs = endMs + pauseAfter(endMs - session.lastStartMs)
    session.dueMs = Math.max(session.dueMs, session.pausedUntilMs)
    session.isRunning = false
    if (session.dueMs < Infinity && !isClosed) startOrWait(ssid, session)
    else if (session.isCancelled) sessions.delete(ssid)
  }

  return {
    request(ssid, intervalMs) {
      if (isClosed) return
      const session = sessions.get(ssid) ?? newSchedule()
      sessions.set(ssid, session)
      session.isCancelled = false
      const dueMs = Math.max(timing.monotonicMs(), session.lastStartMs + intervalMs, session.pausedUntilMs)
      if (dueMs >= session.dueMs) return
      session.dueMs = dueMs
      if (!session.isRunning) startOrWait(ssid, session)
    },
    cancel(ssid) {
      const session = sessions.get(ssid)
      if (!session) return
      session.cancelTimer()
      session.dueMs = Infinity
      session.isCancelled = true
      if (!session.isRunning) sessions.delete(ssid)
    },
    close() {
      isClosed = true
      for (const session of sessions.values()) session.cancelTimer()
    },
  }
}

/** Returns the pause in milliseconds after a push, so that pushes run at most `MAX_LOAD` of the time. */
function pauseAfter(durationMs: number): number {
  return Math.min(MAX_PAUSE_MS, durationMs / MAX_LOAD - durationMs)
}

const newSchedule = (): SessionSchedule => ({
  lastStartMs: -Infinity,
  pausedUntilMs: -Infinity,
  dueMs: Infinity,
  isRunning: false,
  isCancelled: false,
  cancelTimer: () => undefined,
})

const realTiming: Timing = {
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
}
