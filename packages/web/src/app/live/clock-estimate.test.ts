import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClockProbe, EMPTY_WINDOW, estimateOf, WINDOW_SIZE, withProbe } from './clock-estimate.ts'

const OFFSET_MS = 1_790_000_000_000

/** Creates a measurement with these delays in both directions. The clock of the server is `OFFSET_MS` ahead. */
function probe(sentMs: number, thereMs: number, backMs: number, offsetMs = OFFSET_MS): ClockProbe {
  return { sentMs, receivedMs: sentMs + thereMs + backMs, serverMs: Math.floor(sentMs + thereMs + offsetMs) }
}

const windowOf = (probes: readonly ClockProbe[]) => probes.reduce(withProbe, EMPTY_WINDOW)

describe('clock estimate', () => {
  it('P7 an empty window gives no estimate', () => {
    expect(estimateOf(EMPTY_WINDOW, 0)).toBeNull()
  })

  it('P7 the fastest question of one probe and the fastest answer of another are combined', () => {
    const known = estimateOf(windowOf([probe(0, 60, 4), probe(100, 4, 60)]), 200)
    expect(Math.abs((known?.offsetMs ?? 0) - OFFSET_MS)).toBeLessThanOrEqual(0.6)
    expect(known?.errorMs).toBeLessThan(7)
  })

  it('P7 one probe with a short round trip is better than many slow ones', () => {
    const window = windowOf([probe(0, 60, 10), probe(100, 5, 5), probe(200, 10, 90)])
    const known = estimateOf(window, 400)
    expect(known?.offsetMs).toBeCloseTo(OFFSET_MS + 0.5, 1)
    expect(known?.errorMs).toBeLessThan(7)
  })

  it('P7 ignores an answer that came before its question', () => {
    expect(withProbe(EMPTY_WINDOW, { sentMs: 10, receivedMs: 9, serverMs: 5 })).toBe(EMPTY_WINDOW)
    expect(withProbe(EMPTY_WINDOW, { sentMs: Number.NaN, receivedMs: 9, serverMs: 5 })).toBe(EMPTY_WINDOW)
  })

  it('P7 the error covers the true offset on every path, however asymmetric', () => {
    const delay = fc.double({ min: 0, max: 400, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 40 }), (delays) => {
        const window = windowOf(delays.map(([there, back], index) => probe(index * 1000, there, back)))
        const known = estimateOf(window, 41_000)
        expect(known).not.toBeNull()
        expect(Math.abs((known?.offsetMs ?? 0) - OFFSET_MS)).toBeLessThanOrEqual((known?.errorMs ?? 0) + 0.51)
        expect(window.probes.length).toBeLessThanOrEqual(WINDOW_SIZE)
      }),
    )
  })

  it('P7 after one measurement, the error covers a drift of 100 ppm in both directions', () => {
    const delay = fc.constantFrom(0, 20)
    const drift = fc.constantFrom(-100e-6, 100e-6)
    fc.assert(
      fc.property(delay, delay, drift, fc.nat(300_000), (there, back, drifted, ageMs) => {
        const known = estimateOf(windowOf([probe(0, there, back)]), ageMs)
        const error = (known?.offsetMs ?? 0) - OFFSET_MS - drifted * ageMs
        expect(Math.abs(error)).toBeLessThanOrEqual(known?.errorMs ?? 0)
        // Half the round trip, half of the three milliseconds by which times are rounded, and the drift.
        expect(known?.errorMs).toBeLessThan((there + back) / 2 + 1.6 + 100e-6 * (ageMs + 40))
      }),
    )
  })

  it('P7 the drift is at most as wide as the measurements allow, and never above 300 ppm', () => {
    const windowFor = (seconds: number, drift: number) =>
      windowOf([0, seconds * 1000].map((sentMs) => probe(sentMs, 5, 5, OFFSET_MS + sentMs * drift)))
    const long = windowFor(300, 200e-6).drift
    expect(long.likely).toBeCloseTo(200e-6, 5)
    // A round trip of 10 ms and rounding by 3 ms, in 300 s, is 43 ppm.
    for (const ppm of [long.likely - long.lowest, long.highest - long.likely].map((wide) => wide * 1e6)) {
      expect(ppm).toBeGreaterThan(36)
      expect(ppm).toBeLessThan(50)
    }
    const short = windowFor(60, 270e-6)
    expect(short.drift.likely).toBeCloseTo(270e-6, 4)
    expect(short.drift.lowest).toBeCloseTo(short.drift.likely - 100e-6, 7)
    expect(short.drift.highest).toBeCloseTo(300e-6, 7)
    // The error grows by the larger of the two differences, on each side: 10 ms in 100 s.
    for (const { probes, drift } of [short, windowFor(60, -270e-6)]) {
      const errorMs = (nowMs: number) => estimateOf({ probes, drift }, nowMs)?.errorMs ?? 0
      expect(errorMs(160_010) - errorMs(60_010)).toBeCloseTo(10, 0)
    }
  })

  it('P7 the oldest measurement leaves a full window, and a measurement may take no time', () => {
    const probes = Array.from({ length: WINDOW_SIZE + 1 }, (_, index) => probe(index * 1000, 5, 5))
    expect(windowOf(probes).probes).toEqual(probes.slice(1))
    expect(windowOf([probe(0, 0, 0)]).probes).toHaveLength(1)
  })

  it('P7 the window starts again after a clock was set or the device slept', () => {
    const slept = probe(60_000, 5, 5, OFFSET_MS + 30_000)
    const window = windowOf([probe(0, 5, 5), probe(1000, 5, 5), slept])
    expect(window.probes).toHaveLength(1)
    expect(estimateOf(window, 60_010)?.offsetMs).toBeCloseTo(OFFSET_MS + 30_000, -1)
  })

  it('P7 a clock that runs 200 ppm faster is followed after minutes, between the measurements too', () => {
    const drifting = (minutes: number) => {
      const probes = Array.from({ length: minutes * 6 }, (_, index) => index * 10_000).map((sentMs) =>
        probe(sentMs, 5, 5, OFFSET_MS + sentMs * 200e-6),
      )
      return windowOf(probes)
    }
    const window = drifting(5)
    expect(window.drift.likely).toBeCloseTo(200e-6, 5)
    const inMs = 400_000
    const error = (estimateOf(window, inMs)?.offsetMs ?? 0) - OFFSET_MS - inMs * 200e-6
    expect(Math.abs(error)).toBeLessThan(2)
  })

  it('P7 an earlier measurement is dropped only if a new one contradicts it', () => {
    const set = [probe(0, 5, 5), probe(1_000, 5, 5, OFFSET_MS + 30), probe(2_000, 5, 5, OFFSET_MS + 30)]
    const window = windowOf(set)
    expect(window.probes).toHaveLength(2)
    expect(estimateOf(window, 2_010)?.offsetMs).toBeCloseTo(OFFSET_MS + 30, -1)
  })

  it('P7 after the clock of the server was set, exactly the measurements from then on are kept', () => {
    const counts = fc.integer({ min: 1, max: WINDOW_SIZE - 1 })
    fc.assert(
      fc.property(counts, counts, (before, after) => {
        const probes = Array.from({ length: before + after }, (_, index) =>
          probe(index * 1000, 5, 5, OFFSET_MS + (index < before ? 0 : 200)),
        )
        expect(windowOf(probes).probes).toEqual(probes.slice(before).slice(-WINDOW_SIZE))
      }),
      { numRuns: 20 },
    )
  })

  it('P7 the drift is that of the measurements that are kept', () => {
    const kept = [probe(1_000, 30, 30, OFFSET_MS + 80), probe(100_000, 5, 5, OFFSET_MS + 110)]
    const window = windowOf([probe(0, 60, 60), ...kept])
    expect(window).toEqual(windowOf(kept))
    expect(window.drift.lowest).not.toBe(EMPTY_WINDOW.drift.lowest)
  })

  it('P7 a new sample that is slightly slower replaces an old one', () => {
    const window = windowOf([probe(0, 4, 4), probe(600_000, 5, 5)])
    expect(estimateOf(window, 600_020)?.errorMs).toBeLessThan(7)
  })
})
