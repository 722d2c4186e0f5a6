import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { type Refused, refuse } from '../refusal.ts'

/** So many attempts in so long, counted under a name of their own. */
export type Allowance = { name: string; attempts: number; windowMs: number }

/** An attempt of somebody: what it counts toward, and whose it is there. */
export type Attempt = readonly [allowance: Allowance, key: string]

/** Counts attempts. One per server in process, one for all servers over a shared store. */
export type RateLimiter = {
  /** Counts an attempt. @returns how long to wait in milliseconds, 0 when it is allowed */
  take(attempt: Attempt): Promise<number>
  /** All attempts of a key are allowed again. */
  forgive(attempt: Attempt): Promise<void>
}

/** What counts the attempts of one allowance. */
type Counter = Pick<RateLimiterAbstract, 'consume' | 'delete'>

/** Limits in the memory of this process; the library is loaded with the first attempt. */
export function createMemoryRateLimiter(): RateLimiter {
  return createRateLimiter(inMemory)
}

/** How the attempts of an allowance are counted. */
export type CreateCounter = (allowance: Allowance) => Promise<Counter>

/** Limits whose attempts are counted somewhere. @param createCounter makes what counts those of one allowance */
export function createRateLimiter(createCounter: CreateCounter): RateLimiter {
  const counters = new Map<Allowance, Promise<Counter>>()
  const counterOf = (allowance: Allowance) => {
    const counter = counters.get(allowance) ?? createCounter(allowance)
    counters.set(allowance, counter)
    return counter
  }
  return {
    async take([allowance, key]) {
      const counter = await counterOf(allowance)
      return counter.consume(key).then(() => 0, waitMsOf)
    },
    async forgive([allowance, key]) {
      await (await counterOf(allowance)).delete(key)
    },
  }
}

/** Counts in the memory of this process. */
export async function inMemory({ name, attempts, windowMs }: Allowance): Promise<RateLimiterAbstract> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible')
  return new RateLimiterMemory({ keyPrefix: name, points: attempts, duration: windowMs / 1000 })
}

/** The library rejects with what is known of the key when it is used up, and with an error when its store fails. */
function waitMsOf(rejection: unknown): number {
  if (rejection instanceof Error || !isUsedUp(rejection)) throw rejection
  return Math.max(1, rejection.msBeforeNext)
}

function isUsedUp(rejection: unknown): rejection is { msBeforeNext: number } {
  return typeof rejection === 'object' && rejection !== null && 'msBeforeNext' in rejection
}

/**
 * Takes one attempt of each key, and refuses when one of them is used up (A4).
 *
 * @returns the refusal with the seconds to wait, or null
 */
export async function limit(limiter: RateLimiter, attempts: readonly Attempt[]): Promise<Refused | null> {
  for (const attempt of attempts) {
    const waitMs = await limiter.take(attempt)
    if (waitMs > 0) return refuse('rate-limited', { retryAfterSec: waitMs / 1000 })
  }
  return null
}
