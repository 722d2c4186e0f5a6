import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DELAY_MS, remeasuredDelayMs } from './delay.ts'
import { correctDrift, type DriftRecord, NO_DRIFT } from './drift.ts'

/** Feeds one distance after the other, a second apart. */
function run(distances: readonly number[], canRate: boolean, start: DriftRecord = NO_DRIFT) {
  let record = start
  const corrections = distances.map((behindMs, second) => {
    const step = correctDrift(record, behindMs, second * 1000, canRate)
    record = step.record
    return step.correction
  })
  return { record, corrections }
}

describe('delay compensation (spec 9)', () => {
  it('P7 the delay is 120 ms until it is measured', () => {
    expect(DEFAULT_DELAY_MS).toBe(120)
  })

  it('P7 a delay off by no more than 10 ms stays', () => {
    expect(remeasuredDelayMs(120, 10)).toBe(120)
    expect(remeasuredDelayMs(120, -10)).toBe(120)
  })

  it('P7 a delay off by more moves toward what was measured', () => {
    expect(remeasuredDelayMs(120, 100)).toBe(150)
    expect(remeasuredDelayMs(120, -100)).toBe(90)
  })

  it('P7 one start on a busy machine does not spoil the next', () => {
    expect(remeasuredDelayMs(120, 5000)).toBe(270)
  })

  it('P7 the delay stays within what a device can need, and settles', () => {
    fc.assert(
      fc.property(fc.double({ min: -400, max: 2500, noNaN: true }), (needMs) => {
        let delayMs = DEFAULT_DELAY_MS
        for (let song = 0; song < 80; song++) delayMs = remeasuredDelayMs(delayMs, needMs - delayMs)
        expect(Math.abs(delayMs - needMs)).toBeLessThanOrEqual(12)
      }),
    )
    expect(remeasuredDelayMs(2900, 1e9)).toBe(3000)
    expect(remeasuredDelayMs(120, Number.NaN)).toBe(120)
  })
})

describe('drift', () => {
  it('P7 without rate correction nothing is done up to 400 ms', () => {
    const { corrections } = run([399, -399, 400, 250], false)
    expect(corrections.every(({ kind }) => kind === 'none')).toBe(true)
  })

  it('P7 beyond 400 ms, seen twice, one seek is made', () => {
    expect(run([500, 480], false).corrections.map(({ kind }) => kind)).toEqual(['none', 'seek'])
    expect(run([500, 10, 500], false).corrections.map(({ kind }) => kind)).toEqual(['none', 'none', 'none'])
  })

  it('P7 at most two seeks a song, ten seconds apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 120 }),
        fc.boolean(),
        (all, canRate) => {
          const { corrections } = run(all, canRate)
          const seeks = corrections.flatMap(({ kind }, second) => (kind === 'seek' ? [second] : []))
          expect(seeks.length).toBeLessThanOrEqual(2)
          expect((seeks[1] ?? 99) - (seeks[0] ?? 0)).toBeGreaterThanOrEqual(10)
        },
      ),
    )
  })

  it('P7 with rate correction a small distance is closed by tempo alone, and settles', () => {
    let behindMs = 90
    let record = NO_DRIFT
    for (let second = 0; second < 20; second++) {
      const step = correctDrift(record, behindMs, second * 1000, true)
      record = step.record
      expect(step.correction.kind).not.toBe('seek')
      behindMs -= (record.rate - 1) * 1000
    }
    expect(Math.abs(behindMs)).toBeLessThanOrEqual(12)
    expect(record.rate).toBe(1)
  })

  it('P7 the tempo never changes by more than eight percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (behindMs) => {
        const { record } = run([behindMs], true)
        expect(Math.abs(record.rate - 1)).toBeLessThanOrEqual(0.0801)
        if (Math.abs(behindMs) > 12) expect(Math.sign(record.rate - 1)).toBe(Math.sign(behindMs))
      }),
    )
  })
})
