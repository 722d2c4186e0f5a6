import type { ServerClock } from './server-clock.ts'

/** A fresh connection asks eight times in a second, then a pair every ten seconds. */
const FIRST_PAIRS = 4
const FIRST_PAUSE_MS = 250
const PROBE_PAUSE_MS = 10_000

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

export type ProbeLoop = { answered(sentMs: number, serverMs: number): void; stop(): void }

/**
 * Keeps asking the server for its time, two questions at once: on a radio that sleeps to save power the first wakes
 * it, and the second meets it awake. The lowest round trip wins in the estimate.
 */
export function startProbing(ports: ProbePorts): ProbeLoop {
  let pairs = 0
  let cancelNext: (() => void) | null = null
  let cancelSilence: (() => void) | null = null

  function askPair(): void {
    pairs += 1
    ports.ask(ports.monotonicMs())
    ports.ask(ports.monotonicMs())
    cancelSilence ??= ports.after(SILENCE_MS, ports.silent)
    cancelNext = ports.after(pairs < FIRST_PAIRS ? FIRST_PAUSE_MS : PROBE_PAUSE_MS, askPair)
  }

  askPair()
  return {
    answered(sentMs, serverMs) {
      cancelSilence?.()
      cancelSilence = null
      ports.clock.learn({ sentMs, receivedMs: ports.monotonicMs(), serverMs })
    },
    stop() {
      cancelNext?.()
      cancelSilence?.()
    },
  }
}
