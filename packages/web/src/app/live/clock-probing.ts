import type { ServerClock } from './server-clock.ts'

/**
 * The pause between the two requests of a pair, in milliseconds. It is short, so that the radio of the device is
 * still on at the second request.
 */
const WITHIN_PAIR_MS = 30

/**
 * A new connection sends `FIRST_PAIRS` pairs, `FIRST_PAUSE_MS` apart. Then the pause is `EARLY_PAUSE_MS` until the
 * clock has enough measurements, which takes about a minute. A connection that replaces a lost one skips this, because
 * the clock keeps its measurements. After that the pause is `PROBE_PAUSE_MS`, or `WIDE_PAUSE_MS` if the estimate may be
 * wrong by more than `WIDE_MS`.
 */
const FIRST_PAIRS = 8
const FIRST_PAUSE_MS = 120
const EARLY_PAUSE_MS = 1_000
const PROBE_PAUSE_MS = 10_000
const WIDE_MS = 15
const WIDE_PAUSE_MS = 5_000

/**
 * `measure` sends `MEASURE_PAIRS` pairs, `MEASURE_PAUSE_MS` apart, and waits at most `MEASURE_TIMEOUT_MS` for all
 * answers.
 */
const MEASURE_PAIRS = 4
const MEASURE_PAUSE_MS = 40
const MEASURE_TIMEOUT_MS = 400

/**
 * If no answer comes within this many milliseconds, the connection counts as broken, even if the browser reports that
 * it is open.
 */
const ANSWER_TIMEOUT_MS = 6_000

/**
 * After a sleep or a change of the network, an answer must come within this many milliseconds. This limit is shorter
 * than `ANSWER_TIMEOUT_MS`, because the connection is then often broken.
 */
const RESUMED_TIMEOUT_MS = 1_200

export type ProbePorts = {
  clock: ServerClock
  monotonicMs(): number
  after(delayMs: number, run: () => void): () => void
  ask(sentMs: number): void
  /** Is called when no answer came in time. */
  timedOut(): void
}

export type ProbeLoop = {
  answered(sentMs: number, serverMs: number): void
  /** Measures the server's time now. @returns whether at least one answer came in time */
  measure(): Promise<boolean>
  /** Checks the connection with a request. @param silent is called if no answer comes within `RESUMED_TIMEOUT_MS` */
  check(silent: () => void): void
  stop(): void
}

/**
 * Requests the server's time again and again, in pairs. The second request of a pair is faster, because the first one
 * has switched on the radio of the device.
 */
export function startProbing(ports: ProbePorts): ProbeLoop {
  let pairs = 0
  let cancelNext: (() => void) | null = null
  let cancelTimeout: (() => void) | null = null
  let isStopped = false
  const measuring = new Set<(sentMs: number) => void>()

  function askPair(): void {
    ask()
    ports.after(WITHIN_PAIR_MS, ask)
  }

  function ask(): void {
    if (isStopped) return
    ports.ask(ports.monotonicMs())
    cancelTimeout ??= ports.after(ANSWER_TIMEOUT_MS, ports.timedOut)
  }

  function askRegularly(): void {
    pairs += 1
    askPair()
    cancelNext = ports.after(pauseAfter(pairs, ports.clock), askRegularly)
  }

  function measure(): Promise<boolean> {
    const beganMs = ports.monotonicMs()
    for (let pair = 0; pair < MEASURE_PAIRS; pair += 1) ports.after(pair * MEASURE_PAUSE_MS, askPair)
    return new Promise((resolve) => {
      let answers = 0
      const end = (isMeasured: boolean) => {
        measuring.delete(count)
        cancelWait()
        resolve(isMeasured)
      }
      const count = (sentMs: number) => {
        if (sentMs >= beganMs) answers += 1
        if (answers === MEASURE_PAIRS * 2) end(true)
      }
      const cancelWait = ports.after(MEASURE_TIMEOUT_MS, () => end(answers > 0))
      measuring.add(count)
    })
  }

  askRegularly()
  return {
    measure,
    answered(sentMs, serverMs) {
      cancelTimeout?.()
      cancelTimeout = null
      ports.clock.addProbe({ sentMs, receivedMs: ports.monotonicMs(), serverMs })
      for (const each of [...measuring]) each(sentMs)
    },
    check(silent) {
      cancelTimeout?.()
      cancelTimeout = ports.after(RESUMED_TIMEOUT_MS, silent)
      void measure()
    },
    stop() {
      isStopped = true
      cancelNext?.()
      cancelTimeout?.()
    },
  }
}

function pauseAfter(pairs: number, clock: ServerClock): number {
  if (pairs < FIRST_PAIRS) return FIRST_PAUSE_MS
  if (clock.needsProbes()) return EARLY_PAUSE_MS
  return (clock.errorMs() ?? 0) > WIDE_MS ? WIDE_PAUSE_MS : PROBE_PAUSE_MS
}
