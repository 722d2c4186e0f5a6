import { describe, expect, it } from 'vitest'
import {
  dueTrack,
  finishedTrack,
  isSameTrack,
  nextChange,
  NOTHING_PLANNED,
  type Plan,
  trackOf,
  uriOf,
} from './playback-plan.ts'
import { song } from './testing.ts'

const ONE = trackOf(song('one'), 1_000_000)
const TWO = trackOf(song('two'), 1_180_000)
const PLAN: Plan = { playing: ONE, next: TWO, likelyUri: null }

describe('the track that must play now', () => {
  it('P5 the announced song is due before its start, by the delay of the device', () => {
    expect(dueTrack(PLAN, 1_179_879, 120, ONE)).toBe(ONE)
    expect(dueTrack(PLAN, 1_179_880, 120, ONE)).toBe(TWO)
    expect(nextChange(PLAN, 1_100_000, 120)).toBe(1_179_880)
    // It stays due after it was sent, also if the delay becomes shorter.
    expect(dueTrack(PLAN, 1_179_879, 120, TWO)).toBe(TWO)
  })

  it('P6 a song that has ended is not due', () => {
    expect(dueTrack({ playing: ONE, next: null, likelyUri: null }, 1_180_000, 120, ONE)).toBeNull()
    expect(dueTrack(PLAN, 1_360_000, 120, TWO)).toBeNull()
    expect(nextChange(PLAN, 1_360_000, 120)).toBeNull()
  })

  it('P4 a song with less than three seconds left is not started, but plays on if it runs', () => {
    expect(dueTrack({ playing: ONE, next: null, likelyUri: null }, 1_177_500, 120, null)).toBeNull()
    expect(dueTrack({ playing: ONE, next: null, likelyUri: null }, 1_177_500, 120, ONE)).toBe(ONE)
  })

  it('P8 only songs whose first source is spotify are played', () => {
    const foreign = trackOf(song('three', 'vinyl'), 1_000_000)
    expect(foreign?.uri).toBeNull()
    expect(dueTrack({ playing: foreign, next: null, likelyUri: null }, 1_000_500, 120, null)).toBeNull()
  })

  it('P1 nothing is due when nothing plays', () => {
    expect(trackOf(null, null)).toBeNull()
    expect(dueTrack(NOTHING_PLANNED, 5, 120, null)).toBeNull()
  })

  it('P5 the same song with another start is another track', () => {
    expect(isSameTrack(ONE, trackOf(song('one'), 1_000_000))).toBe(true)
    expect(isSameTrack(ONE, trackOf(song('one'), 2_000_000))).toBe(false)
    expect(isSameTrack(null, null)).toBe(true)
  })

  it('P5 a song without a start is no track, and two songs with the same start are two tracks', () => {
    expect([trackOf(song('one'), null), trackOf(null, 1_000_000)]).toEqual([null, null])
    expect(isSameTrack(ONE, trackOf(song('two'), 1_000_000))).toBe(false)
    expect([isSameTrack(ONE, null), isSameTrack(null, ONE)]).toEqual([false, false])
  })

  it('P4 a song with exactly three seconds left is not started', () => {
    const plan = { playing: ONE, next: null, likelyUri: null }
    expect(dueTrack(plan, 1_177_000, 120, null)).toBeNull()
    expect(dueTrack(plan, 1_176_999, 120, null)).toBe(ONE)
  })

  it('P5 the due track changes at an end or before a start, whichever comes first', () => {
    expect(nextChange(NOTHING_PLANNED, 1_000_000, 120)).toBeNull()
    expect(nextChange({ playing: ONE, next: null, likelyUri: null }, 1_100_000, 120)).toBe(1_180_000)
    expect(nextChange(PLAN, 1_179_880, 120)).toBe(1_180_000)
    expect(nextChange(PLAN, 1_180_000, 120)).toBe(1_360_000)
  })

  it('P8 a song without a source has no URI', () => {
    expect(uriOf(song('one'))).toBe('spotify:track:one')
    expect(uriOf({ ...song('one'), sources: [] })).toBeNull()
  })
})

describe('the track that has ended', () => {
  it('P5 a track has ended when another track or no track must play', () => {
    expect(finishedTrack(PLAN, ONE, TWO, 1_100_000)).toBe(ONE)
    expect(finishedTrack(PLAN, ONE, null, 1_100_000)).toBe(ONE)
    expect(finishedTrack(PLAN, trackOf(song('one'), 1_000_000), ONE, 1_100_000)).toBeNull()
  })

  it('P5 the track of the session has finished at its end, not before', () => {
    expect(finishedTrack(PLAN, ONE, ONE, 1_179_999)).toBeNull()
    expect(finishedTrack(PLAN, ONE, ONE, 1_180_000)).toBe(ONE)
    expect(finishedTrack(PLAN, null, TWO, 1_180_000)).toBe(ONE)
    expect(finishedTrack(NOTHING_PLANNED, null, null, 1_180_000)).toBeNull()
  })
})
