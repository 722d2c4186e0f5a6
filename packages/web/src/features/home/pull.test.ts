import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFarEnough, PULL_THRESHOLD_PX, pullDistancePx } from './pull.ts'

describe('pull to refresh (spec section 9)', () => {
  it('refreshes from 64 px on', () => {
    expect(isFarEnough(63)).toBe(false)
    expect(isFarEnough(64)).toBe(true)
    expect(PULL_THRESHOLD_PX).toBe(64)
  })

  it('follows the finger, never upwards, never farther than 110 px', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 5000 }), (fingerPx) => {
        const moved = pullDistancePx(fingerPx)
        expect(moved).toBeGreaterThanOrEqual(0)
        expect(moved).toBeLessThan(110)
        expect(pullDistancePx(fingerPx + 1)).toBeGreaterThanOrEqual(moved)
      }),
    )
  })

  it('follows the finger up to the threshold and slows down beyond it', () => {
    expect([-5, 0, 30, 64, 64 + 46].map(pullDistancePx)).toEqual([0, 0, 30, 64, 64 + 23])
  })
})
