import { failurePolicy } from '@jointly/domain'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'

/** While the first call after a pause runs, other calls are refused with this time to wait, in seconds. */
const WHILE_PROBING_SEC = 1

/**
 * Pauses a group of calls while the provider limits this group (L6), because further calls would make the
 * provider's limit last longer. A pause lasts at most a quarter of an hour (`refuseFor`).
 */
export type CircuitBreaker = {
  /**
   * Runs a call. During a pause, the call is refused at once. After the pause, one call runs alone first, and
   * the others are refused until it was answered.
   */
  run<T>(call: () => Promise<T | Refused>): Promise<T | Refused>
}

/**
 * Creates a circuit breaker.
 * @param now returns the time in epoch milliseconds
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let open: { by: Refused; untilMs: number; isProbed: boolean } | null = null

  function isLimit({ details: { failure } }: Refused): boolean {
    return failure !== undefined && failurePolicy[failure].concerns === 'group'
  }

  function hasNoAnswer(answer: unknown): boolean {
    return answer === null || (isRefused(answer) && answer.details.failure === 'away')
  }

  function openFor(by: Refused): void {
    const waitMs = (by.details.retryAfterSec ?? 0) * 1000
    open = { by, untilMs: now() + waitMs, isProbed: false }
  }

  return {
    async run(call) {
      const wait = open
      if (wait !== null) {
        const { failure = 'rate' } = wait.by.details
        if (now() < wait.untilMs) return refuseFor(failure, (wait.untilMs - now()) / 1000)
        if (wait.isProbed) return refuseFor(failure, WHILE_PROBING_SEC)
        wait.isProbed = true
      }
      let answer: Awaited<ReturnType<typeof call>> | null = null
      try {
        answer = await call()
        return answer
      } finally {
        // The call may have started before the pause. Then its answer does not change the pause.
        if (open === wait) {
          if (isRefused(answer) && isLimit(answer)) openFor(answer)
          // A call without an answer does not show whether the limit has ended. So the next call runs alone too.
          else if (wait !== null && hasNoAnswer(answer)) wait.isProbed = false
          else open = null
        }
      }
    },
  }
}
