/** Changes within so many milliseconds of a push are joined into the next one. */
export const JOIN_MS = 50

/** A session's state is being made for at most one part in so many of the time, however often it changes. */
const MAKING_SHARE = 5
/** Nobody waits longer for the next, in milliseconds: what took so long was no work, but a database that is slow. */
const LONGEST_REST_MS = 1_000

export type Pushes = {
  /** Something about this session changed, to be pushed no sooner than so long after the last push began. */
  changed(ssid: string, joinMs: number): void
  /** Nobody listens any more. */
  forget(ssid: string): void
  close(): void
}

/** Waiting that can be called off, by a clock that never jumps. */
export type Timing = {
  monotonicMs(): number
  /** @returns calls it off */
  after(delayMs: number, run: () => void): () => void
}

type Pushing = {
  pushedAtMs: number
  /** Before this, nothing is pushed: the last one was dear. */
  restsUntilMs: number
  dueAtMs: number
  isRunning: boolean
  isForgotten: boolean
  callOff(): void
}

/**
 * Pushes a session when it changed: the first change at once, those of the next moment together. Pushes of one session
 * never overlap, so that a newer state is never followed by an older one; and where making one takes long, as that of a
 * very long list, they are the rarer, so that one session leaves the others their time.
 *
 * @param push makes the newest state and hands it on
 */
export function createPushes(push: (ssid: string) => Promise<void>, timing: Timing = realTiming): Pushes {
  const sessions = new Map<string, Pushing>()
  let isClosed = false

  function schedule(ssid: string, pushing: Pushing): void {
    pushing.callOff()
    const waitMs = pushing.dueAtMs - timing.monotonicMs()
    if (waitMs > 0) pushing.callOff = timing.after(waitMs, () => void run(ssid, pushing))
    else void run(ssid, pushing)
  }

  async function run(ssid: string, pushing: Pushing): Promise<void> {
    pushing.isRunning = true
    pushing.dueAtMs = Infinity
    pushing.pushedAtMs = timing.monotonicMs()
    await push(ssid)
    const endedMs = timing.monotonicMs()
    const restMs = (endedMs - pushing.pushedAtMs) * (MAKING_SHARE - 1)
    pushing.restsUntilMs = endedMs + Math.min(LONGEST_REST_MS, restMs)
    pushing.dueAtMs = Math.max(pushing.dueAtMs, pushing.restsUntilMs)
    pushing.isRunning = false
    if (pushing.dueAtMs < Infinity && !isClosed) schedule(ssid, pushing)
    else if (pushing.isForgotten) sessions.delete(ssid)
  }

  return {
    changed(ssid, joinMs) {
      if (isClosed) return
      const pushing = sessions.get(ssid) ?? idle()
      sessions.set(ssid, pushing)
      pushing.isForgotten = false
      const dueAtMs = Math.max(timing.monotonicMs(), pushing.pushedAtMs + joinMs, pushing.restsUntilMs)
      if (dueAtMs >= pushing.dueAtMs) return
      pushing.dueAtMs = dueAtMs
      if (!pushing.isRunning) schedule(ssid, pushing)
    },
    forget(ssid) {
      const pushing = sessions.get(ssid)
      if (!pushing) return
      pushing.callOff()
      pushing.dueAtMs = Infinity
      pushing.isForgotten = true
      if (!pushing.isRunning) sessions.delete(ssid)
    },
    close() {
      isClosed = true
      for (const pushing of sessions.values()) pushing.callOff()
    },
  }
}

const idle = (): Pushing => ({
  pushedAtMs: -Infinity,
  restsUntilMs: -Infinity,
  dueAtMs: Infinity,
  isRunning: false,
  isForgotten: false,
  callOff: () => undefined,
})

const realTiming: Timing = {
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
}
