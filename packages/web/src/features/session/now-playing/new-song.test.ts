import type { NowPlaying } from '@jointly/contract'
import { expect, it } from 'vitest'
import { aSession, aSong } from '../model/testing.ts'
import { findNewSong, type KnownSong } from './new-song.ts'

const nothing = aSession().nowPlaying
const plays = (id: string, startTime: number, pausedAt?: number): NowPlaying => ({
  ...nothing,
  mode: 'active',
  song: aSong(id),
  startTime,
  ...(pausedAt !== undefined && { pausedAt }),
})

/** Returns at which of these states a song begins. */
function beginnings(...states: NowPlaying[]): boolean[] {
  let known: KnownSong | null = null
  return states.map((state) => {
    const found = findNewSong(known, state)
    known = found.known
    return found.isNew
  })
}

it('M14 a song begins when another one or nothing played before, but not when the session opens', () => {
  expect(beginnings(plays('a', 1), plays('a', 1), plays('b', 9))).toEqual([false, false, true])
  expect(beginnings(nothing, plays('a', 1), nothing, plays('a', 9))).toEqual([false, true, false, true])
})

it('M14 a song that is chosen twice in a row begins again', () => {
  expect(beginnings(plays('a', 1), plays('a', 9))).toEqual([false, true])
})

it('M14 H8 a song that continues after a pause does not begin, and one that was skipped to does', () => {
  expect(beginnings(plays('a', 1), plays('a', 1, 5), plays('a', 9))).toEqual([false, false, false])
  expect(beginnings(plays('a', 1, 5), plays('a', 9))).toEqual([false, false])
  expect(beginnings(plays('a', 1), plays('a', 1, 5), plays('b', 7, 0), plays('b', 9))).toEqual([
    false,
    false,
    false,
    true,
  ])
})
