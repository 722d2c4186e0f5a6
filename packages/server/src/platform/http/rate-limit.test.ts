import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RateLimit, createMemoryRateLimiter, createRateLimiter, limit } from './rate-limit.ts'

describe('limits of attempts', () => {
  const byName: RateLimit = { name: 'name', attempts: 3, windowMs: 60_000 }
  const byAddress: RateLimit = { name: 'address', attempts: 4, windowMs: 10_000 }

  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('A4 allow a number of attempts in a time, and then say how long to wait', async () => {
    const limiter = createMemoryRateLimiter()
    const attempt = () => limiter.consume([byName, 'ann'])
    expect([await attempt(), await attempt(), await attempt()]).toEqual([0, 0, 0])
    expect(await attempt()).toBe(60_000)
    vi.advanceTimersByTime(20_000)
    expect(await attempt()).toBe(40_000)
    vi.advanceTimersByTime(40_000)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([0, 0, 0])
  })

  it('A4 are counted for each key, and refuse at the limit', async () => {
    const limiter = createMemoryRateLimiter()
    const attempt = (name: string) =>
      limit(limiter, [
        [byAddress, '203.0.113.7'],
        [byName, name],
      ])
    expect([await attempt('ann'), await attempt('ann'), await attempt('ben')]).toEqual([null, null, null])
    expect(await attempt('ben')).toBe(null)
    const refused = await attempt('cleo')
    expect([refused?.code, refused?.details.retryAfterSec]).toEqual(['rate-limited', 10])
  })

  it('J3 can be checked without counting', async () => {
    const limiter = createMemoryRateLimiter()
    const used: number[] = []
    for (let attempts = 0; attempts < 4; attempts += 1) {
      used.push(await limiter.peek([byName, 'ann']), await limiter.peek([byName, 'ann']))
      await limiter.consume([byName, 'ann'])
    }
    expect(used).toEqual([0, 0, 0, 0, 0, 0, 60_000, 60_000])
    expect(await limiter.peek([byName, 'ben'])).toBe(0)
  })

  it('G4 an attempt that is given back does not count', async () => {
    const limiter = createMemoryRateLimiter()
    for (let attempts = 0; attempts < 3; attempts += 1) await limiter.consume([byName, 'ann'])
    await limiter.giveBack([byName, 'ann'])
    expect(await limiter.consume([byName, 'ann'])).toBe(0)
    expect(await limiter.consume([byName, 'ann'])).toBe(60_000)
  })

  it('A4 start again after a reset of the key', async () => {
    const limiter = createMemoryRateLimiter()
    for (let attempts = 0; attempts < 4; attempts += 1) await limiter.consume([byName, 'ann'])
    await limiter.reset([byName, 'ann'])
    expect(await limiter.consume([byName, 'ann'])).toBe(0)
  })

  it.each([
    ['an error', new Error('away')],
    ['an error that names a wait', Object.assign(new Error('away'), { msBeforeNext: 5 })],
    ['an object without a wait', {}],
    ['null', null],
    ['a text', 'away'],
  ])('A4 say so when the store fails with %s, and do not take it for used up', async (_what, failure) => {
    const failing = async () => ({
      consume: () => Promise.reject(failure),
      get: async () => null,
      delete: async () => true,
      reward: () => Promise.reject(failure),
    })
    await expect(createRateLimiter(failing).consume([byName, 'ann'])).rejects.toBe(failure)
  })
})
