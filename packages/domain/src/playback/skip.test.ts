import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SKIP_PERCENT, isSkipped, skipProgress, skipsPercent, skipWishAfter } from './skip.ts'

const counts = fc
  .tuple(fc.integer({ min: 1, max: 500 }), fc.nat(500))
  .map(([activeCount, wishes]) => ({ activeCount, wishCount: Math.min(activeCount, wishes) }))
const threshold = fc.integer({ min: 1, max: 100 })

describe('a skip wish', () => {
  it('K1 a call without a wish toggles', () => {
    expect(skipWishAfter(false, null, 'a')).toBe(true)
    expect(skipWishAfter(true, null, 'a')).toBe(false)
  })

  it('K1 a call with a wish sets it, and a wish for a song that does not play any more is ignored', () => {
    expect(skipWishAfter(true, { wish: true, songId: 'a' }, 'a')).toBe(true)
    expect(skipWishAfter(true, { wish: false, songId: 'a' }, 'a')).toBe(false)
    expect(skipWishAfter(true, { wish: false, songId: 'gone' }, 'a')).toBe(true)
    expect(skipWishAfter(false, { wish: true, songId: 'gone' }, 'a')).toBe(false)
  })

  it('K1 ignores a wish while nothing plays', () => {
    expect(skipWishAfter(true, null, null)).toBe(false)
    expect(skipWishAfter(false, null, null)).toBe(false)
    expect(skipWishAfter(false, { wish: true, songId: 'a' }, null)).toBe(false)
  })

  it('K1 skips is a whole percent of the active listeners, from 0 to 100', () => {
    expect(skipsPercent({ activeCount: 0, wishCount: 0 })).toBe(0)
    expect(skipsPercent({ activeCount: 3, wishCount: 1 })).toBe(33)
    fc.assert(
      fc.property(counts, (wishes) => {
        const percent = skipsPercent(wishes)
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
      }),
    )
  })
})

describe('the threshold', () => {
  it('K2 the default is 35 percent', () => {
    expect(DEFAULT_SKIP_PERCENT).toBe(35)
  })

  it('K2 holds for two listeners and for two hundred', () => {
    expect(isSkipped({ activeCount: 1, wishCount: 1 }, 35)).toBe(true)
    expect(isSkipped({ activeCount: 2, wishCount: 1 }, 35)).toBe(true)
    expect(isSkipped({ activeCount: 200, wishCount: 69 }, 35)).toBe(false)
    expect(isSkipped({ activeCount: 200, wishCount: 70 }, 35)).toBe(true)
  })

  it('K2 skips nothing while nobody listens, even with a wish of a person who left', () => {
    expect(isSkipped({ activeCount: 0, wishCount: 1 }, 35)).toBe(false)
  })

  it('K2 one person alone cannot skip when three or more listen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 500 }), threshold, (activeCount, percent) => {
        expect(isSkipped({ activeCount, wishCount: 1 }, percent)).toBe(false)
      }),
    )
  })

  it('K2 skips when everybody wishes it, and not when nobody does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), threshold, (activeCount, percent) => {
        expect(isSkipped({ activeCount, wishCount: activeCount }, percent)).toBe(true)
        expect(isSkipped({ activeCount, wishCount: 0 }, percent)).toBe(false)
      }),
    )
  })

  it('K2 another wish never prevents a skip', () => {
    fc.assert(
      fc.property(counts, threshold, (wishes, percent) => {
        const more = { ...wishes, wishCount: Math.min(wishes.activeCount, wishes.wishCount + 1) }
        expect(isSkipped(wishes, percent) && !isSkipped(more, percent)).toBe(false)
      }),
    )
  })

  it('K2 the bar shows the wishes as a share of those needed, at most 100', () => {
    expect(skipProgress(0, 100, 35).percent).toBe(0)
    expect(skipProgress(17, 100, 35).percent).toBe(48)
    expect(skipProgress(35, 100, 35).percent).toBe(100)
    expect(skipProgress(100, 100, 35).percent).toBe(100)
    expect(skipProgress(0, 0, 35).percent).toBe(0)
  })

  it('K2 the bar counts whole people: one of two needed wishes is half of it', () => {
    const oneOfThree = skipsPercent({ activeCount: 3, wishCount: 1 })
    expect(skipProgress(oneOfThree, 3, 35).percent).toBe(50)
    expect(skipProgress(oneOfThree, 3, 30).percent).toBe(50)
  })

  it('K2 the number beside the bar says how many wish to skip, and how many have to', () => {
    expect(skipProgress(33, 3, 35)).toMatchObject({ wishCount: 1, neededCount: 2 })
    expect(skipProgress(0, 40, 35)).toMatchObject({ wishCount: 0, neededCount: 14 })
  })

  it('K2 with up to a hundred listeners the bar is full exactly when the song is skipped', () => {
    const room = fc
      .tuple(fc.integer({ min: 1, max: 100 }), fc.nat(100))
      .map(([activeCount, wishes]) => ({ activeCount, wishCount: Math.min(activeCount, wishes) }))
    fc.assert(
      fc.property(room, threshold, (wishes, percent) => {
        const bar = skipProgress(skipsPercent(wishes), wishes.activeCount, percent).percent
        expect(bar === 100).toBe(isSkipped(wishes, percent))
      }),
    )
  })
})
