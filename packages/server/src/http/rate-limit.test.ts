import { describe, expect, it } from 'vitest'
import { createMemoryRateLimiter, limit } from './rate-limit.ts'

describe('limits of attempts', () => {
  const allowance = { attempts: 3, windowMs: 60_000 }

  it('A4 allow so many in so long, and say how long to wait', async () => {
    let now = 0
    const limiter = createMemoryRateLimiter(() => now)
    const attempt = () => limiter.take('name', allowance)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([0, 0, 0])
    expect(await attempt()).toBe(20_000)
    now += 20_000
    expect(await attempt()).toBe(0)
    expect(await attempt()).toBe(20_000)
    now += 60_000
    expect([await attempt(), await attempt(), await attempt()]).toEqual([0, 0, 0])
  })

  it('A4 are counted apart for each key, and one that is used up refuses', async () => {
    const limiter = createMemoryRateLimiter(() => 0)
    const one = { attempts: 1, windowMs: 10_000 }
    expect(
      await limit(limiter, [
        ['address:1', allowance],
        ['name:a', one],
      ]),
    ).toBe(null)
    expect(
      await limit(limiter, [
        ['address:1', allowance],
        ['name:b', one],
      ]),
    ).toBe(null)
    const refused = await limit(limiter, [
      ['address:1', allowance],
      ['name:b', one],
    ])
    expect([refused?.code, refused?.details.retryAfterSec]).toEqual(['rate-limited', 10])
  })
})
