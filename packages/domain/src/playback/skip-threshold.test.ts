import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_SKIP_PERCENT,
  isSkipped,
  skipProgress,
  skipsPercent,
  skipWishAfter,
} from './skip-threshold.ts'

/** A group in which everyone plays sound. */
const group = (count: number) => ({ activeCount: count, listenerCount: count })
const wishesOf = (maxSize: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: maxSize }), fc.nat(maxSize), fc.nat(maxSize))
    .map(([activeCount, silent, wishes]) => {
      const listenerCount = Math.max(1, activeCount - silent)
      return { activeCount, listenerCount, wishCount: Math.min(listenerCount, wishes) }
    })
const counts = wishesOf(500)
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

  it('K1 skips is a whole percent of the listeners, from 0 to 100', () => {
    expect(skipsPercent({ listenerCount: 0, wishCount: 0 })).toBe(0)
    expect(skipsPercent({ listenerCount: 3, wishCount: 1 })).toBe(33)
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
    expect(isSkipped({ ...group(1), wishCount: 1 }, 35)).toBe(true)
    expect(isSkipped({ ...group(2), wishCount: 1 }, 35)).toBe(true)
    expect(isSkipped({ ...group(200), wishCount: 69 }, 35)).toBe(false)
    expect(isSkipped({ ...group(200), wishCount: 70 }, 35)).toBe(true)
  })

  it('K2 skips nothing while nobody listens, even with a wish of a person who left', () => {
    expect(isSkipped({ ...group(0), wishCount: 1 }, 35)).toBe(false)
  })

  it('K2 one person alone cannot skip when three or more listen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 500 }), threshold, (activeCount, percent) => {
        expect(isSkipped({ ...group(activeCount), wishCount: 1 }, percent)).toBe(false)
      }),
    )
  })

  it('K2 people without sound are no listeners, but protect a group from the wish of one person', () => {
    const party = { activeCount: 10, listenerCount: 2 }
    expect(isSkipped({ ...party, wishCount: 1 }, 35)).toBe(false)
    expect(isSkipped({ ...party, wishCount: 2 }, 35)).toBe(true)
    expect(isSkipped({ activeCount: 2, listenerCount: 1, wishCount: 1 }, 100)).toBe(true)
    expect(skipProgress(50, party, 35)).toMatchObject({ wishCount: 1, neededCount: 2 })
  })

  it('K2 never needs more wishes than there are listeners, so the wishes of all listeners always skip', () => {
    fc.assert(
      fc.property(counts, threshold, (wishes, percent) => {
        const all = { ...wishes, wishCount: wishes.listenerCount }
        expect(isSkipped(all, percent)).toBe(true)
        expect(skipProgress(0, wishes, percent).neededCount).toBeLessThanOrEqual(wishes.listenerCount)
      }),
    )
    expect(skipProgress(0, { activeCount: 3, listenerCount: 1 }, 35).neededCount).toBe(1)
  })

  it('K2 skips when everybody wishes it, and not when nobody does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), threshold, (activeCount, percent) => {
        expect(isSkipped({ ...group(activeCount), wishCount: activeCount }, percent)).toBe(true)
        expect(isSkipped({ ...group(activeCount), wishCount: 0 }, percent)).toBe(false)
      }),
    )
  })

  it('K2 another wish never prevents a skip', () => {
    fc.assert(
      fc.property(counts, threshold, (wishes, percent) => {
        const more = { ...wishes, wishCount: Math.min(wishes.listenerCount, wishes.wishCount + 1) }
        expect(isSkipped(wishes, percent) && !isSkipped(more, percent)).toBe(false)
      }),
    )
  })

  it('K2 the bar shows the wishes as a share of those needed, at most 100', () => {
    expect(skipProgress(0, group(100), 35).percent).toBe(0)
    expect(skipProgress(17, group(100), 35).percent).toBe(48)
    expect(skipProgress(35, group(100), 35).percent).toBe(100)
    expect(skipProgress(100, group(100), 35).percent).toBe(100)
    expect(skipProgress(0, group(0), 35).percent).toBe(0)
  })

  it('K2 the bar counts whole people: one of two needed wishes is half of it', () => {
    const oneOfThree = skipsPercent({ listenerCount: 3, wishCount: 1 })
    expect(skipProgress(oneOfThree, group(3), 35).percent).toBe(50)
    expect(skipProgress(oneOfThree, group(3), 30).percent).toBe(50)
  })

  it('K2 the number beside the bar says how many wish to skip, and how many have to', () => {
    expect(skipProgress(33, group(3), 35)).toMatchObject({ wishCount: 1, neededCount: 2 })
    expect(skipProgress(0, group(40), 35)).toMatchObject({ wishCount: 0, neededCount: 14 })
  })

  it('K2 with up to a hundred listeners the bar is full exactly when the song is skipped', () => {
    fc.assert(
      fc.property(wishesOf(100), threshold, (wishes, percent) => {
        const bar = skipProgress(skipsPercent(wishes), wishes, percent).percent
        expect(bar === 100).toBe(isSkipped(wishes, percent))
      }),
    )
  })
})
