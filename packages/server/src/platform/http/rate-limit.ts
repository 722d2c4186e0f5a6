import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { type Refusal, refuse } from '../refusal.ts'

/** Allows `attempts` per key in `windowMs` milliseconds. The name must be unique among all limits. */
export type RateLimit = { name: string; attempts: number; windowMs: number }

/** One attempt: the limit to which it counts, and the key (such as a user id or network) whose attempts are counted. */
export type Attempt = readonly [allowance: RateLimit, key: string]

/** Counts attempts, either in the memory of this process or in Redis for all servers together. */
export type RateLimiter = {
  /**
   * Counts an attempt.
   * @param weight as how many attempts it counts; 1 by default
   * @returns how long to wait in milliseconds; 0 if the attempt is allowed
   */
  consume(attempt: Attempt, weight?: number): Promise<number>
  /** Checks a limit but counts nothing. @returns how long to wait in milliseconds; 0 if an attempt is allowed now */
  peek(attempt: Attempt): Promise<number>
  /** Subtracts one attempt that was counted before. */
  giveBack(attempt: Attempt): Promise<void>
  /** Sets the number of counted attempts of a key back to 0. */
  reset(attempt: Attempt): Promise<void>
}

/** Counts the attempts of all keys for one `RateLimit`. It is a limiter of the library `rate-limiter-flexible`. */
type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'delete' | 'reward'>

/** Creates a rate limiter that counts in the memory of this process. The first attempt loads the library. */
export function createMemoryRateLimiter(): RateLimiter {
  return createRateLimiter(inMemory)
}

export type CreateCounter = (allowance: RateLimit) => Promise<Counter>

/** Creates a rate limiter. It calls `createCounter` once for each limit. */
export function createRateLimiter(createCounter: CreateCounter): RateLimiter {
  const counters = new Map<RateLimit, Promise<Counter>>()
  const getCounter = (allowance: RateLimit) => {
    const counter = counters.get(allowance) ?? createCounter(allowance)
    counters.set(allowance, counter)
    return counter
  }
  return {
    async consume([allowance, key], weight) {
      const counter = await getCounter(allowance)
      return counter.consume(key, weight).then(() => 0, waitMsOf)
    },
    async peek([allowance, key]) {
      const state = await (await getCounter(allowance)).get(key)
      const isUsedUp = state !== null && state.consumedPoints >= allowance.attempts
      return isUsedUp ? Math.max(1, state.msBeforeNext) : 0
    },
    async giveBack([allowance, key]) {
      await (await getCounter(allowance)).reward(key)
    },
    async reset([allowance, key]) {
      await (await getCounter(allowance)).delete(key)
    },
  }
}

/** Creates a counter in the memory of this process. */
export async function inMemory({ name, attempts, windowMs }: RateLimit): Promise<RateLimiterAbstract> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible')
  return new RateLimiterMemory({ keyPrefix: name, points: attempts, duration: windowMs / 1000 })
}

/**
 * Returns how long to wait, in milliseconds, after the library's `consume` has rejected.
 * @param rejection an object with the waiting time if the limit is reached, or an error if Redis has failed
 * @throws the error of Redis
 */
function waitMsOf(rejection: unknown): number {
  if (rejection instanceof Error || !isUsedUp(rejection)) throw rejection
  return Math.max(1, rejection.msBeforeNext)
}

function isUsedUp(rejection: unknown): rejection is { msBeforeNext: number } {
  return typeof rejection === 'object' && rejection !== null && 'msBeforeNext' in rejection
}

/**
 * Counts the attempts (A4).
 * @returns a refusal with the waiting time if one of the limits is reached, otherwise null
 */
export async function limit(limiter: RateLimiter, attempts: readonly Attempt[]): Promise<Refusal | null> {
  for (const attempt of attempts) {
    const waitMs = await limiter.consume(attempt)
    if (waitMs > 0) return refuse('rate-limited', { retryAfterSec: waitMs / 1000 })
  }
  return null
}
