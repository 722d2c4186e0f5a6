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

/** A probe over a path with these delays, to a server whose clock is `OFFSET_MS` ahead. */
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
  it('P7 an empty window knows nothing', () => {
    expect(estimateOf([], 0)).toBeNull()
  })

  it('P7 the quickest question of one probe and the quickest answer of another decide together', () => {
    const known = estimateOf(windowOf([probe(0, 60, 4), probe(100, 4, 60)]), 200)
    expect(Math.abs((known?.offsetMs ?? 0) - OFFSET_MS)).toBeLessThanOrEqual(0.6)
    expect(known?.errorMs).toBeLessThan(5)
  })

  it('P7 one probe of a low round trip outdoes many slow ones', () => {
    const window = windowOf([probe(0, 60, 10), probe(100, 5, 5), probe(200, 10, 90)])
    const known = estimateOf(window, 400)
    expect(known?.offsetMs).toBeCloseTo(OFFSET_MS + 0.5, 1)
    expect(known?.errorMs).toBeLessThan(6)
  })

  it('P7 an answer that came before its question is not believed', () => {
    expect(sampleOf({ sentMs: 10, receivedMs: 9, serverMs: 5 })).toBeNull()
    expect(sampleOf({ sentMs: Number.NaN, receivedMs: 9, serverMs: 5 })).toBeNull()
  })

  it('P7 the stated error covers the true offset on every path, however lopsided', () => {
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

  it('P7 a clock that was set, or a device that slept, makes the window begin anew', () => {
    const slept = probe(60_000, 5, 5, OFFSET_MS + 30_000)
    const window = windowOf([probe(0, 5, 5), probe(1000, 5, 5), slept])
    expect(window).toHaveLength(1)
    expect(estimateOf(window, 60_010)?.offsetMs).toBeCloseTo(OFFSET_MS + 30_000, -1)
  })

  it('P7 an old sample gives way to a slightly slower young one', () => {
    const window = windowOf([probe(0, 4, 4), probe(600_000, 5, 5)])
    expect(estimateOf(window, 600_020)?.errorMs).toBeLessThan(6.5)
  })
})
