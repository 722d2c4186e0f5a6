import type { ServerClock } from './server-clock.ts'

/** Between the two questions of a pair: what holds one of them up is over for the other, and a radio is still awake. */
const WITHIN_PAIR_MS = 30

/**
 * A fresh connection asks sixteen times in a second, then a pair every second until the path is well known, then every
 * ten: each pair may meet the path at its quickest.
 */
const FIRST_PAIRS = 8
const FIRST_PAUSE_MS = 120
const EARLY_PAIRS = 20
const EARLY_PAUSE_MS = 1_000
const PROBE_PAUSE_MS = 10_000

/** Who wants to know at once asks this often, in this rhythm, and waits so long for the answers at most. */
const MEASURE_PAIRS = 4
const MEASURE_PAUSE_MS = 40
const MEASURED_WITHIN_MS = 400

/** A connection that has not answered for this long is dead, whatever the browser believes. */
const SILENCE_MS = 6_000

export type ProbePorts = {
  clock: ServerClock
  monotonicMs(): number
  after(delayMs: number, run: () => void): () => void
  ask(sentMs: number): void
  /** Nothing was answered for too long. */
  silent(): void
}

export type ProbeLoop = {
  answered(sentMs: number, serverMs: number): void
  /** Asks anew at once. @returns when it is answered; false when nothing came in time */
  measure(): Promise<boolean>
  stop(): void
}

/**
 * Keeps asking the server for its time, two questions shortly after each other: on a radio that sleeps to save power the
 * first wakes it, and the second meets it awake.
 */
export function startProbing(ports: ProbePorts): ProbeLoop {
  let pairs = 0
  let cancelNext: (() => void) | null = null
  let cancelSilence: (() => void) | null = null
  let isStopped = false
  const measuring = new Set<(sentMs: number) => void>()

  function askPair(): void {
    ask()
    ports.after(WITHIN_PAIR_MS, ask)
  }

  function ask(): void {
    if (isStopped) return
    ports.ask(ports.monotonicMs())
    cancelSilence ??= ports.after(SILENCE_MS, ports.silent)
  }

  function askRegularly(): void {
    pairs += 1
    askPair()
    cancelNext = ports.after(pauseAfter(pairs), askRegularly)
  }

  askRegularly()
  return {
    answered(sentMs, serverMs) {
      cancelSilence?.()
      cancelSilence = null
      ports.clock.learn({ sentMs, receivedMs: ports.monotonicMs(), serverMs })
      for (const each of [...measuring]) each(sentMs)
    },
    measure() {
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
        const cancelWait = ports.after(MEASURED_WITHIN_MS, () => end(answers > 0))
        measuring.add(count)
      })
    },
    stop() {
      isStopped = true
      cancelNext?.()
      cancelSilence?.()
    },
  }
}

function pauseAfter(pairs: number): number {
  if (pairs < FIRST_PAIRS) return FIRST_PAUSE_MS
  return pairs < EARLY_PAIRS ? EARLY_PAUSE_MS : PROBE_PAUSE_MS
}
