import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ClockProbe,
  type ClockSample,
  estimateOf,
  sampleOf,
  WINDOW_SIZE,
  withSample,
} from './clock-estimate.ts'

const OFFSET_MS = 1_790_000_000_000

/** Creates a measurement with these delays in both directions. The clock of the server is `OFFSET_MS` ahead. */
function probe(sentMs: number, thereMs: number, backMs: number, offsetMs = OFFSET_MS): ClockProbe {
  return { sentMs, receivedMs: sentMs + thereMs + backMs, serverMs: Math.floor(sentMs + thereMs + offsetMs) }
}

function windowOf(probes: readonly ClockProbe[]): readonly ClockSample[] {
  let window: readonly ClockSample[] = []
  for (const each of probes) {
    const sample = sampleOf(each)
    if (sample !== null) window = withSample(window, sample)
  }
  return window
}

describe('clock estimate', () => {
  it('P7 an empty window gives no estimate', () => {
    expect(estimateOf([], 0)).toBeNull()
  })

  it('P7 the fastest question of one probe and the fastest answer of another are combined', () => {
    const known = estimateOf(windowOf([probe(0, 60, 4), probe(100, 4, 60)]), 200)
    expect(Math.abs((known?.offsetMs ?? 0) - OFFSET_MS)).toBeLessThanOrEqual(0.6)
    expect(known?.errorMs).toBeLessThan(5)
  })

  it('P7 one probe with a short round trip is better than many slow ones', () => {
    const window = windowOf([probe(0, 60, 10), probe(100, 5, 5), probe(200, 10, 90)])
    const known = estimateOf(window, 400)
    expect(known?.offsetMs).toBeCloseTo(OFFSET_MS + 0.5, 1)
    expect(known?.errorMs).toBeLessThan(6)
  })

  it('P7 ignores an answer that came before its question', () => {
    expect(sampleOf({ sentMs: 10, receivedMs: 9, serverMs: 5 })).toBeNull()
    expect(sampleOf({ sentMs: Number.NaN, receivedMs: 9, serverMs: 5 })).toBeNull()
  })

  it('P7 the error covers the true offset on every path, however asymmetric', () => {
    const delay = fc.double({ min: 0, max: 400, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 40 }), (delays) => {
        const window = windowOf(delays.map(([there, back], index) => probe(index * 1000, there, back)))
        const known = estimateOf(window, 41_000)
        expect(known).not.toBeNull()
        expect(Math.abs((known?.offsetMs ?? 0) - OFFSET_MS)).toBeLessThanOrEqual((known?.errorMs ?? 0) + 0.51)
        expect(window.length).toBeLessThanOrEqual(WINDOW_SIZE)
      }),
    )
  })

  it('P7 the window starts again after a clock was set or the device slept', () => {
    const slept = probe(60_000, 5, 5, OFFSET_MS + 30_000)
    const window = windowOf([probe(0, 5, 5), probe(1000, 5, 5), slept])
    expect(window).toHaveLength(1)
    expect(estimateOf(window, 60_010)?.offsetMs).toBeCloseTo(OFFSET_MS + 30_000, -1)
  })

  it('P7 a new sample that is slightly slower replaces an old one', () => {
    const window = windowOf([probe(0, 4, 4), probe(600_000, 5, 5)])
    expect(estimateOf(window, 600_020)?.errorMs).toBeLessThan(6.5)
  })
})
