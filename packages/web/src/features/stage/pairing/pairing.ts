import type { Answer, NewStage, StageState } from '@jointly/contract'

/**
 * The phase of a big screen.
 * - `starting`: the screen has no code yet. `isAway` is true if the server does not answer.
 * - `waiting`: the screen shows a code.
 * - `paired`: the screen shows a session.
 * - `ended`: the screen was removed. It shows a message for some seconds, and then gets a new code (X7).
 */
export type StagePhase =
  | { readonly kind: 'starting'; readonly isAway: boolean }
  | { readonly kind: 'waiting'; readonly code: string }
  | { readonly kind: 'paired'; readonly secret: string; readonly ssid: string; readonly sound: boolean }
  | { readonly kind: 'ended' }

export type PairingPorts = {
  create(): Promise<Answer<NewStage>>
  ask(secret: string): Promise<Answer<StageState>>
  /** Returns the stored secret of this screen. Null if there is none. */
  stored(): string | null
  store(secret: string | null): void
  /** Runs a function after `delayMs`. @returns a function that cancels the run */
  after(delayMs: number, run: () => void): () => void
  onPhase(phase: StagePhase): void
}

export type Pairing = {
  start(): void
  /** Requests the state of this screen from the server now. */
  check(): void
  stop(): void
}

/** How often a screen asks the server whether a host has typed its code, in milliseconds. */
const ASK_EVERY_MS = 2_000
const RETRY_MS = 5_000
/**
 * Returns the pause after a failed call in milliseconds. The server can require a pause; otherwise it is
 * `RETRY_MS`.
 */
const retryMs = ({ retryAfterSec }: { retryAfterSec: number | null }): number =>
  retryAfterSec === null ? RETRY_MS : retryAfterSec * 1000

/** How long a removed screen shows the message about its removal, in milliseconds. */
const ENDED_MS = 8_000

/**
 * Gets a code for this screen and waits until a host types it. Then the screen shows the session. When the screen
 * is removed, it gets a new code (X7). Failed calls are repeated.
 */
export function createPairing(ports: PairingPorts): Pairing {
  let phase: StagePhase = { kind: 'starting', isAway: false }
  /** The code that the screen shows, with its secret. Null while no code is shown. */
  let offer: NewStage | null = null
  /** The number of the latest call. Stopping increases it too. Answers to calls with a lower number are ignored. */
  let step = 0
  let cancel = () => {}

  function show(next: StagePhase): void {
    if (JSON.stringify(next) === JSON.stringify(phase)) return
    phase = next
    ports.onPhase(next)
  }

  const later = (delayMs: number, run: () => void): void => {
    cancel()
    cancel = ports.after(delayMs, run)
  }

  /** Handles the answer of a call, unless a later call was started. */
  function run<T>(call: Promise<Answer<T>>, use: (answer: Answer<T>) => void): void {
    cancel()
    const own = (step += 1)
    void call.then((answer) => own === step && use(answer))
  }

  function begin(): void {
    offer = null
    run(ports.create(), (answer) => {
      if (!answer.ok) {
        show({ kind: 'starting', isAway: true })
        return later(retryMs(answer), begin)
      }
      offer = answer.value
      show({ kind: 'waiting', code: offer.code })
      askSoon(offer.secret)
    })
  }

  const askSoon = (secret: string): void => later(ASK_EVERY_MS, () => ask(secret))

  function ask(secret: string): void {
    run(ports.ask(secret), (answer) => {
      if (answer.ok) return use(secret, answer.value)
      if (answer.error.code === 'unauthenticated') return end(secret)
      if (phase.kind === 'starting') show({ kind: 'starting', isAway: true })
      later(retryMs(answer), () => ask(secret))
    })
  }

  function use(secret: string, { ssid, sound }: StageState): void {
    if (ssid === null) return offer?.secret === secret ? askSoon(secret) : begin()
    offer = null
    ports.store(secret)
    show({ kind: 'paired', secret, ssid, sound })
  }

  /** Is called when a secret is not valid any more, because the code has expired or the screen was removed. */
  function end(secret: string): void {
    if (phase.kind === 'paired') {
      show({ kind: 'ended' })
      later(ENDED_MS, begin)
    } else begin()
    // Another window of this browser may have stored its own secret for the same address.
    if (ports.stored() === secret) ports.store(null)
  }

  function check(): void {
    const secret = phase.kind === 'paired' ? phase.secret : ports.stored()
    if (secret !== null) ask(secret)
  }

  function stop(): void {
    cancel()
    step += 1
  }

  return { start: () => (ports.stored() === null ? begin() : check()), check, stop }
}
