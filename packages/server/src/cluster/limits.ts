import { createRateLimiter, inMemory, type RateLimiter } from '../platform/http/rate-limit.ts'
import type { Redis } from './redis.ts'

/** An attempt that Redis does not count in so many milliseconds is counted here: nobody waits for it. */
const COUNTED_WITHIN_MS = 250

/**
 * Limits that all servers share. While Redis is away each server counts for itself.
 *
 * @param prefix of the keys in Redis
 * @param isUp whether Redis answers; while it does not, it is not even asked
 */
export function createClusterRateLimiter(redis: Redis, prefix: string, isUp: () => boolean): RateLimiter {
  return createRateLimiter(async (allowance) => {
    const { RateLimiterRedis, RLWrapperTimeouts } = await import('rate-limiter-flexible')
    const here = await inMemory(allowance)
    const inRedis = new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `${prefix}:attempts:${allowance.name}`,
      points: allowance.attempts,
      duration: allowance.windowMs / 1_000,
    })
    const shared = new RLWrapperTimeouts({
      limiter: inRedis,
      timeoutMs: COUNTED_WITHIN_MS,
      insuranceLimiter: here,
    })
    return {
      consume: (key) => (isUp() ? shared : here).consume(key),
      async delete(key) {
        await here.delete(key)
        return isUp() ? shared.delete(key) : true
      },
    }
  })
}
