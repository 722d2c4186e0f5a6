import { createRateLimiter, inMemory, type RateLimiter } from '../platform/http/rate-limit.ts'
import type { Redis } from './redis.ts'

/** If Redis does not answer within this time in milliseconds, the attempt is counted in the memory of this process. */
const REDIS_TIMEOUT_MS = 250

/**
 * Creates a rate limiter that counts in Redis for all servers together. While Redis is away, each server counts alone.
 * @param prefix the start of all keys in Redis
 * @param isUp returns whether Redis answers; while it does not, no attempt is sent to Redis
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
      timeoutMs: REDIS_TIMEOUT_MS,
      insuranceLimiter: here,
    })
    return {
      consume: (key, weight) => (isUp() ? shared : here).consume(key, weight),
      get: (key) => (isUp() ? shared : here).get(key),
      reward: (key) => (isUp() ? shared : here).reward(key),
      async delete(key) {
        await here.delete(key)
        return isUp() ? shared.delete(key) : true
      },
    }
  })
}
