import { failurePolicy } from '@jointly/domain'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'

/** However long the provider asks to wait, one call looks whether it answers again after this time. */
const LONGEST_WAIT_MS = 15 * 60_000
/** While one call looks, the others are asked to try again so soon, in seconds. */
const WHILE_PROBING_SEC = 1

/** Pauses one group of calls while the provider limits them (L6): each further call would lengthen the wait. */
export type Gate = {
  /** Makes a call, or refuses it at once. After the wait one call goes first; the others follow once it was answered. */
  pass<T>(call: () => Promise<T | Refused>): Promise<T | Refused>
}

/** @param now epoch milliseconds */
export function createGate(now: () => number): Gate {
  let closed: { by: Refused; untilMs: number; isProbed: boolean } | null = null

  function isLimit({ details: { failure } }: Refused): boolean {
    return failure !== undefined && failurePolicy[failure].concerns === 'group'
  }

  function isMissing(answer: unknown): boolean {
    return answer === null || (isRefused(answer) && answer.details.failure === 'away')
  }

  function close(by: Refused): void {
    const waitMs = Math.min((by.details.retryAfterSec ?? 0) * 1000, LONGEST_WAIT_MS)
    closed = { by, untilMs: now() + waitMs, isProbed: false }
  }

  return {
    async pass(call) {
      const wait = closed
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
        // A call that began before the pause neither lengthens nor ends it.
        if (closed === wait) {
          if (isRefused(answer) && isLimit(answer)) close(answer)
          // No answer says nothing of the limit: the next call looks.
          else if (wait !== null && isMissing(answer)) wait.isProbed = false
          else closed = null
        }
      }
    },
  }
}
