import { failurePolicy, backoffDelayMs } from '@jointly/domain'
import type { TokenReplacement } from '../provider/access-tokens.ts'
import { isPlayerTrouble, type Trouble } from './trouble.ts'
import type { WebApi } from '../provider/web-api.ts'

/**
 * The player checks at this interval whether a missing device, account or server time is available now (spec section
 * 9).
 */
export const PLAYER_RETRY_MS = 200

/**
 * The wait after the first failure of each kind, in milliseconds. Each further failure of the same kind doubles it.
 * The times are constants, because a browser cannot read the provider's `Retry-After` header.
 */
const FIRST_WAIT_MS: Partial<Record<Trouble, number>> = {
  // The provider often lists a new device only after a short delay.
  'no-device': 400,
  away: 200,
  rate: 5_000,
  quota: 30_000,
}
const USUAL_FIRST_WAIT_MS = 1_000
/**
 * The longest wait after failures of each kind, in milliseconds. These waits are short, because the sound returns
 * only with the next attempt after the cause of the failures has ended.
 */
const LONGEST_WAIT_MS: Partial<Record<Trouble, number>> = { 'no-device': 4_000, away: 4_000, offline: 4_000 }
const USUAL_LONGEST_WAIT_MS = 30_000
/** The person sees a message only if the wait is at least this long, in milliseconds. */
const REPORTED_FROM_MS = 1_000

export type StartOptions = {
  api: Pick<WebApi, 'play' | 'transfer'>
  uri: string
  deviceId: string
  /**
   * Returns the position at which the song must start, in milliseconds. It is called for each attempt, because the
   * session continues between the attempts. If it is negative, the song starts when it is 0.
   */
  positionMs(): number
  wait(ms: number): Promise<void>
  /** Loads the list of devices after the provider did not know the device. It may end this start (`isCurrent`). */
  findDevice(): Promise<void>
  /** Requests a new access token after the provider refused `refused` (L9). */
  replaceToken(refused: string): Promise<TokenReplacement>
  /** Is called when an attempt failed and another attempt will follow. */
  onTrouble(trouble: Trouble): void
  /**
   * Returns whether this song must still be started. It returns false after a newer command or a stop, and then the
   * attempts end.
   */
  isCurrent(): boolean
}

export type StartResult =
  | { readonly ok: true }
  /**
   * The song was not started. If `trouble` is null, there was no failure: the song ended, or the person stopped
   * listening.
   */
  | { readonly ok: false; readonly trouble: Trouble | null }

/**
 * Starts one song on one device. If a failure can end by itself, it tries again with growing waits (P8). Before each
 * new attempt, it makes a missing device the active one, or replaces a refused token.
 */
export async function startWithRetries(options: StartOptions): Promise<StartResult> {
  const { api, deviceId } = options
  let lastTrouble: Trouble | null = null
  let failures = 0
  const earlyMs = -options.positionMs()
  if (earlyMs > 0) await options.wait(earlyMs)
  while (options.isCurrent()) {
    const result = await api.play(deviceId, options.uri, Math.max(0, options.positionMs()))
    if (result.ok) return { ok: true }
    // After a play command, the refusal `already` means that the song is not available.
    const trouble = result.reason === 'already' ? 'unavailable' : result.reason
    if (!canRetry(trouble)) return { ok: false, trouble }
    failures = trouble === lastTrouble ? failures + 1 : 1
    lastTrouble = trouble
    if (trouble === 'no-device') {
      await options.findDevice()
      if (options.isCurrent()) await api.transfer(deviceId)
    }
    if (result.reason === 'token') {
      const replacement = await options.replaceToken(result.token)
      if (replacement === 'ended') return { ok: false, trouble: 'grant-ended' }
      if (replacement === 'new' && failures === 1) continue
    }
    await waitAfter(options, trouble, failures)
  }
  return { ok: false, trouble: null }
}

/** Returns whether a failure can end by itself. */
export function canRetry(trouble: Trouble): boolean {
  if (isPlayerTrouble(trouble)) return trouble === 'no-device' || trouble === 'offline'
  return failurePolicy[trouble].retry === 'soon'
}

/** Returns the wait before the next attempt, in milliseconds. @param failures the number of failures in a row */
export function retryWaitMs(trouble: Trouble, failures: number): number {
  const firstMs = FIRST_WAIT_MS[trouble] ?? USUAL_FIRST_WAIT_MS
  return backoffDelayMs(firstMs, LONGEST_WAIT_MS[trouble] ?? USUAL_LONGEST_WAIT_MS, failures)
}

async function waitAfter(options: StartOptions, trouble: Trouble, failures: number): Promise<void> {
  const waitMs = retryWaitMs(trouble, failures)
  if (waitMs >= REPORTED_FROM_MS) options.onTrouble(trouble)
  await options.wait(waitMs)
}
