import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPause, isOver, isPaused, positionMs } from './song-position.ts'

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

describe('a paused song', () => {
  const paused = { ...song, pausedAt: 130_000 }

  it('H8 keeps its position and does not end', () => {
    expect([isPaused(song), isPaused(paused), isPaused(null)]).toEqual([false, true, false])
    expect(positionMs(paused, 999_999)).toBe(30_000)
    expect([isOver(song, 999_999), isOver(paused, 999_999)]).toEqual([true, false])
  })

  it('H8 continues at the same position', () => {
    const resumed = afterPause(paused, 50_000)
    expect(isPaused(resumed)).toBe(false)
    expect(positionMs(resumed, 180_000)).toBe(30_000)
  })
})
