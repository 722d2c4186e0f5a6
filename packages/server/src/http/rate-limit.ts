import { type Refused, refuse } from '../refusal.ts'

/** So many in so long; they refill evenly. */
export type Allowance = { attempts: number; windowMs: number }

/** Counts attempts by key. One per server in process, one for all servers over Redis. */
export type RateLimiter = {
  /** @returns how long to wait in milliseconds, 0 when the attempt is allowed (and counted) */
  take(key: string, allowance: Allowance): Promise<number>
  /** All attempts of a key are allowed again. */
  forgive(key: string): Promise<void>
}

/** Past it, keys that are full again are swept. */
const SWEEP_AT_KEYS = 10_000

/**
 * Limits in the memory of this process, by the generic cell rate algorithm: one number a key.
 *
 * @param now epoch milliseconds
 */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const fullAt = new Map<string, number>()
  const sweep = (nowMs: number) => {
    for (const [key, at] of fullAt) if (at <= nowMs) fullAt.delete(key)
  }
  return {
    async take(key, { attempts, windowMs }) {
      const nowMs = now()
      const perAttemptMs = windowMs / attempts
      const at = Math.max(fullAt.get(key) ?? nowMs, nowMs) + perAttemptMs
      if (at - nowMs > windowMs) return at - nowMs - windowMs
      if (fullAt.size >= SWEEP_AT_KEYS) sweep(nowMs)
      fullAt.set(key, at)
      return 0
    },
    async forgive(key) {
      fullAt.delete(key)
    },
  }
}

/**
 * Takes one attempt of each key, and refuses when one of them is used up (A4).
 *
 * @returns the refusal with the seconds to wait, or null
 */
export async function limit(
  limiter: RateLimiter,
  takes: readonly (readonly [key: string, allowance: Allowance])[],
): Promise<Refused | null> {
  for (const [key, allowance] of takes) {
    const waitMs = await limiter.take(key, allowance)
    if (waitMs > 0) return refuse('rate-limited', { retryAfterSec: waitMs / 1000 })
  }
  return null
}
