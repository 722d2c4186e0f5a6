import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionMs } from './song-position.ts'

const song = { startTime: 100_000, durationMs: 60_000 }
const timed = fc.record({ startTime: fc.nat(1_000_000), durationMs: fc.nat(400_000) })

describe('position', () => {
  it('P7 is the server’s time minus the start, plus the delay of the device', () => {
    expect(positionMs(song, 130_000)).toBe(30_000)
    expect(positionMs(song, 130_000, 120)).toBe(30_120)
  })

  it('P7 is never outside the song', () => {
    fc.assert(
      fc.property(timed, fc.nat(3_000_000), fc.integer({ min: -500, max: 500 }), (each, now, delayMs) => {
        const position = positionMs(each, now, delayMs)
        expect(position >= 0 && position <= each.durationMs).toBe(true)
      }),
    )
  })
})
