import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { announceTime, nextStep } from './when-to-choose-next-song.ts'
import { endOf, isOver } from './song-position.ts'

const song = { startTime: 100_000, durationMs: 60_000 }
const next = { startTime: 160_000, durationMs: 30_000 }
const timed = fc.record({ startTime: fc.nat(1_000_000), durationMs: fc.nat(400_000) })

describe('the next song', () => {
  it('P5 is announced ten seconds before the end, or at the start of a shorter song', () => {
    expect(announceTime(song)).toBe(150_000)
    expect(announceTime({ startTime: 5_000, durationMs: 4_000 })).toBe(5_000)
  })

  it('P5 does nothing at first, then announces the song, then begins it', () => {
    expect(nextStep(song, null, 149_999, true)).toEqual({ kind: 'wait', until: 150_000 })
    expect(nextStep(song, null, 150_000, true)).toEqual({ kind: 'announce', startTime: 160_000 })
    expect(nextStep(song, next, 150_000, true)).toEqual({ kind: 'wait', until: 160_000 })
    expect(nextStep(song, next, 160_000, true)).toEqual({ kind: 'begin' })
  })

  it('P4 starts now if the previous song ended without an announced one', () => {
    expect(nextStep(song, null, 160_000, true)).toEqual({ kind: 'choose', startTime: 160_000 })
    expect(nextStep(song, null, 170_000, true)).toEqual({ kind: 'choose', startTime: 170_000 })
  })

  it('P6 needs a play call in a passive session, and is not announced without listeners', () => {
    expect(nextStep(null, null, 1, true)).toEqual({ kind: 'rest' })
    expect(nextStep(song, next, 999_999, false)).toEqual({ kind: 'rest' })
  })

  it('P6 songs whose time has passed are over when a listener comes back', () => {
    expect(isOver(song, 159_999)).toBe(false)
    expect(isOver(song, 160_000)).toBe(true)
    expect(nextStep(song, next, 170_000, true)).toEqual({ kind: 'begin' })
    expect(nextStep(song, next, 190_000, true)).toEqual({ kind: 'choose', startTime: 190_000 })
  })

  it('P5 a song that starts in the future is over, because the clock was set back', () => {
    expect(nextStep(song, null, 99_000, true)).toEqual({ kind: 'wait', until: 150_000 })
    expect(nextStep(song, null, 98_999, true)).toEqual({ kind: 'choose', startTime: 98_999 })
    expect(nextStep(song, next, 98_999, true)).toEqual({ kind: 'begin' })
    expect(nextStep({ ...song, pausedAt: 120_000 }, next, 98_999, true)).toEqual({ kind: 'rest' })
  })

  it('P5 a start time is never in the past and never inside the running song', () => {
    fc.assert(
      fc.property(timed, fc.nat(2_000_000), fc.boolean(), (playing, passedMs, isKeptGoing) => {
        const now = playing.startTime + passedMs
        const step = nextStep(playing, null, now, isKeptGoing)
        if (step.kind === 'wait') expect(step.until).toBeGreaterThan(now)
        if (step.kind !== 'announce' && step.kind !== 'choose') return
        expect(step.startTime).toBe(Math.max(now, endOf(playing)))
      }),
    )
  })
})
