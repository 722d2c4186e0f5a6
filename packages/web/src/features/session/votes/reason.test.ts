import { expect, it } from 'vitest'
import { overtakenHint, refusedByName, timeToPlay } from './reason.ts'

const WHY = {
  place: 2,
  rule: 'score',
  by: null,
  overtaken: 0,
  bound: 8,
  playsAt: 400_000,
  change: {},
} as const

it('V8 the time to play is in minutes, in hours if it is long, or “next”', () => {
  expect(timeToPlay(400_000, 100_000, true)).toEqual({ key: 'next' })
  expect(timeToPlay(400_000, 100_000, false)).toEqual({ key: 'minutes', count: 5 })
  expect(timeToPlay(99 * 60_000, 0, false)).toEqual({ key: 'minutes', count: 99 })
  expect(timeToPlay(100 * 60_000, 0, false)).toEqual({ key: 'hours', count: 2 })
  expect(timeToPlay(110_000, 100_000, false)).toEqual({ key: 'soon' })
})

it('V8 an unknown time is not shown', () => {
  expect(timeToPlay(null, 100_000, true)).toEqual({ key: 'unknown' })
  expect(timeToPlay(400_000, null, false)).toEqual({ key: 'unknown' })
})

it('V4 a song that was overtaken shows how often, and how often at most', () => {
  expect(overtakenHint(WHY)).toBeNull()
  expect(overtakenHint({ ...WHY, overtaken: 3 })).toEqual({ overtaken: 3, bound: 8 })
  expect(overtakenHint({ ...WHY, overtaken: 8, rule: 'overdue' })).toBeNull()
  expect(overtakenHint({ ...WHY, overtaken: 1, bound: 4000 })).toBeNull()
})

it('F3 a refused song has the name of the flavor item', () => {
  expect(refusedByName({ ...WHY, refusedBy: { kind: 'artist', id: 'a', name: 'The Hum' } })).toBe('The Hum')
  expect(refusedByName({ ...WHY, refusedBy: { kind: 'song', id: 's', title: 'Hum' } })).toBe('Hum')
  expect(refusedByName(WHY)).toBe('')
})

it('V8 half a minute is rounded up to one', () => {
  expect(timeToPlay(29_999, 0, false)).toEqual({ key: 'soon' })
  expect(timeToPlay(30_000, 0, false)).toEqual({ key: 'minutes', count: 1 })
})

it('V4 the overtakings are shown from a tenth of the bound on', () => {
  expect(overtakenHint({ ...WHY, overtaken: 1, bound: 10 })).toEqual({ overtaken: 1, bound: 10 })
  expect(overtakenHint({ ...WHY, bound: 0 })).toBeNull()
})
