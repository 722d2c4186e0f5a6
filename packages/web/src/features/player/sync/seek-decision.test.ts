import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DELAY_MS, adjustDelayMs } from './start-delay.ts'
import { decideSeek, type DriftHistory, NO_DRIFT } from './seek-decision.ts'

/** Passes one measured difference per second to `decideSeek`. @returns the seconds at which the player must seek */
function seeksOf(distances: readonly number[]): number[] {
  let history: DriftHistory = NO_DRIFT
  return distances.flatMap((behindMs, second) => {
    const step = decideSeek(history, behindMs, second * 1000)
    history = step.history
    return step.mustSeek ? [second] : []
  })
}

describe('delay compensation (spec 9)', () => {
  it('P7 the delay is 120 ms until it is measured', () => {
    expect(DEFAULT_DELAY_MS).toBe(120)
  })

  it('P7 a difference of up to 10 ms does not change the delay', () => {
    expect(adjustDelayMs(120, 10)).toBe(120)
    expect(adjustDelayMs(120, -10)).toBe(120)
  })

  it('P7 a larger difference moves the delay toward the measured one', () => {
    expect(adjustDelayMs(120, 100)).toBe(150)
    expect(adjustDelayMs(120, -100)).toBe(90)
  })

  it('P7 one slow start changes the next delay only a little', () => {
    expect(adjustDelayMs(120, 5000)).toBe(270)
  })

  it('P7 the delay stays within its limits and converges', () => {
    fc.assert(
      fc.property(fc.double({ min: -400, max: 2500, noNaN: true }), (needMs) => {
        let delayMs = DEFAULT_DELAY_MS
        for (let song = 0; song < 80; song++) delayMs = adjustDelayMs(delayMs, needMs - delayMs)
        expect(Math.abs(delayMs - needMs)).toBeLessThanOrEqual(12)
      }),
    )
    expect(adjustDelayMs(2900, 1e9)).toBe(3000)
    expect(adjustDelayMs(120, Number.NaN)).toBe(120)
  })
})

describe('drift', () => {
  it('P7 an offset of up to 400 ms is not corrected by a seek', () => {
    expect(seeksOf([399, -399, 400, 250])).toEqual([])
  })

  it('P7 two samples beyond 400 ms in a row cause one seek', () => {
    expect(seeksOf([500, 480])).toEqual([1])
    expect(seeksOf([500, 10, 500])).toEqual([])
  })

  it('P7 at most two seeks a song, ten seconds apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 120, size: 'max' }),
        (distances) => {
          const seeks = seeksOf(distances)
          expect(seeks.length).toBeLessThanOrEqual(2)
          expect((seeks[1] ?? 99) - (seeks[0] ?? 0)).toBeGreaterThanOrEqual(10)
        },
      ),
    )
  })

  it('P7 a constant offset is corrected at once, after ten seconds, and then no more', () => {
    expect(seeksOf(Array(60).fill(500))).toEqual([1, 11])
    expect(seeksOf(Array(60).fill(-401))).toEqual([1, 11])
    expect(seeksOf(Array(60).fill(400))).toEqual([])
  })
})
