import { failurePolicy } from '@jointly/domain'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'

/** The `Retry-After` of calls that are refused while one call tests if a pause is over, in seconds. */
const WHILE_PROBING_SEC = 1

/**
 * Pauses a group of calls when the provider has refused one of them because of its rate limit (L6). Calls during the
 * limit would make it last longer. A pause lasts at most 15 minutes (see `refuseFor`).
 */
export type CircuitBreaker = {
  /**
   * Runs a call, or refuses it at once during a pause. After a pause, one call runs first. Other calls are refused
   * until this call has an answer.
   */
  run<T>(call: () => Promise<T | Refusal>): Promise<T | Refusal>
}

/**
 * Creates a circuit breaker for one group of calls.
 * @param now returns the time in epoch milliseconds
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let open: { by: Refusal; untilMs: number; waitMs: number; isProbed: boolean } | null = null

  function isLimit({ details: { failure } }: Refusal): boolean {
    return failure !== undefined && failurePolicy[failure].concerns === 'group'
  }

  function hasNoAnswer(answer: unknown): boolean {
    return answer === null || (isRefused(answer) && answer.details.failure === 'away')
  }

  function openFor(by: Refusal): void {
    const waitMs = (by.details.retryAfterSec ?? 0) * 1000
    open = { by, untilMs: now() + waitMs, waitMs, isProbed: false }
  }

  return {
    async run(call) {
      const wait = open
      if (wait !== null) {
        const { failure = 'rate' } = wait.by.details
        const restMs = wait.untilMs - now()
        // The rest is longer than the whole pause if the clock of the server was set back. Then the pause ends.
        if (restMs > 0 && restMs <= wait.waitMs) return refuseFor(failure, restMs / 1000)
        if (wait.isProbed) return refuseFor(failure, WHILE_PROBING_SEC)
        wait.isProbed = true
      }
      let answer: Awaited<ReturnType<typeof call>> | null = null
      try {
        answer = await call()
        return answer
      } finally {
        // If a pause has begun or ended while the call ran, the answer of this call changes nothing.
        if (open === wait) {
          if (isRefused(answer) && isLimit(answer)) openFor(answer)
          // Without an answer it is unknown whether the limit has ended. So the next call must run alone again.
          else if (wait !== null && hasNoAnswer(answer)) wait.isProbed = false
          else open = null
        }
      }
    },
  }
}
