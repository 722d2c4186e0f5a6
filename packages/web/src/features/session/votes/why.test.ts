import { expect, it } from 'vitest'
import { overtakenOf, refusedByName, whenOf } from './why.ts'

const WHY = {
  place: 2,
  rule: 'score',
  by: null,
  overtaken: 0,
  bound: 8,
  playsAt: 400_000,
  change: {},
} as const

it('V8 the time to play is told in minutes, in hours where it is long, or that it is next', () => {
  expect(whenOf(400_000, 100_000, true)).toEqual({ key: 'next' })
  expect(whenOf(400_000, 100_000, false)).toEqual({ key: 'minutes', count: 5 })
  expect(whenOf(99 * 60_000, 0, false)).toEqual({ key: 'minutes', count: 99 })
  expect(whenOf(100 * 60_000, 0, false)).toEqual({ key: 'hours', count: 2 })
  expect(whenOf(110_000, 100_000, false)).toEqual({ key: 'soon' })
})

it('V8 what nobody can tell is not told', () => {
  expect(whenOf(null, 100_000, true)).toEqual({ key: 'unknown' })
  expect(whenOf(400_000, null, false)).toEqual({ key: 'unknown' })
})

it('V4 a song that was overtaken says how often, of how often at most', () => {
  expect(overtakenOf(WHY)).toBeNull()
  expect(overtakenOf({ ...WHY, overtaken: 3 })).toEqual({ overtaken: 3, bound: 8 })
  expect(overtakenOf({ ...WHY, overtaken: 8, rule: 'overdue' })).toBeNull()
  expect(overtakenOf({ ...WHY, overtaken: 1, bound: 4000 })).toBeNull()
})

it('F3 a refused song names what refuses it', () => {
  expect(refusedByName({ ...WHY, refusedBy: { kind: 'artist', id: 'a', name: 'The Hum' } })).toBe('The Hum')
  expect(refusedByName({ ...WHY, refusedBy: { kind: 'song', id: 's', title: 'Hum' } })).toBe('Hum')
  expect(refusedByName(WHY)).toBe('')
})

it('V8 half a minute is rounded up to one', () => {
  expect(whenOf(29_999, 0, false)).toEqual({ key: 'soon' })
  expect(whenOf(30_000, 0, false)).toEqual({ key: 'minutes', count: 1 })
})

it('V4 waiting is worth telling from a tenth of its bound on', () => {
  expect(overtakenOf({ ...WHY, overtaken: 1, bound: 10 })).toEqual({ overtaken: 1, bound: 10 })
  expect(overtakenOf({ ...WHY, bound: 0 })).toBeNull()
})
