import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AVATAR_COLOURS, AVATAR_PAIRS, movedPairs, pairOfId } from './avatar-pairs.ts'

// Without `size: 'max'`, fast-check would make arrays that mostly have fewer than ten ids.
const people = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: AVATAR_PAIRS.length, size: 'max' })
const pairOf = (ids: readonly string[]) => {
  const moved = movedPairs(ids)
  return (id: string) => moved[id] ?? pairOfId(id)
}

const coloursOf = (pair: number): readonly number[] => AVATAR_PAIRS[pair] ?? []

describe('the colours of people in a session', () => {
  it('U2 of an id never change', () => {
    expect(['ann', 'ben', 'Zoë 🎷'].map(pairOfId)).toEqual([17, 59, 30])
  })

  it('U2 of the first fourteen people are those that the fewest people before them have', () => {
    fc.assert(
      fc.property(people, (ids) => {
        const counts = new Map<number, number>()
        const used = new Set<number>()
        const sharing = (pair: number) =>
          coloursOf(pair).reduce((total, colour) => total + (counts.get(colour) ?? 0), 0)
        for (const pair of ids.slice(0, AVATAR_COLOURS).map(pairOf(ids))) {
          const free = [...AVATAR_PAIRS.keys()].filter((each) => !used.has(each))
          expect(sharing(pair)).toBe(Math.min(...free.map(sharing)))
          used.add(pair)
          for (const colour of coloursOf(pair)) counts.set(colour, (counts.get(colour) ?? 0) + 1)
        }
      }),
    )
  })

  it('U2 after fourteen people follow from the id while that pair is free', () => {
    fc.assert(
      fc.property(people, (ids) => {
        const pairs = ids.map(pairOf(ids))
        for (const [place, id] of ids.entries()) {
          const isFree = !pairs.slice(0, place).includes(pairOfId(id))
          if (place >= AVATAR_COLOURS && isFree) expect(pairs[place]).toBe(pairOfId(id))
        }
      }),
    )
  })

  it('U2 are stored only for people whose colours do not follow from their id', () => {
    fc.assert(
      fc.property(people, (ids) => {
        for (const [id, pair] of Object.entries(movedPairs(ids))) expect(pair).not.toBe(pairOfId(id))
      }),
    )
  })

  it('U2 differ between all people, until every pair is used', () => {
    fc.assert(
      fc.property(people, (ids) => {
        expect(new Set(ids.map(pairOf(ids))).size).toBe(ids.length)
      }),
    )
  })

  it('U2 share no colour among the first seven people', () => {
    fc.assert(
      fc.property(people, (ids) => {
        const first = ids.slice(0, AVATAR_COLOURS / 2)
        const colours = first.map(pairOf(ids)).flatMap((pair) => AVATAR_PAIRS[pair] ?? [])
        expect(new Set(colours).size).toBe(2 * first.length)
      }),
    )
  })

  it('U2 stay the same when others enter later', () => {
    fc.assert(
      fc.property(people, fc.nat(), (ids, count) => {
        const before = ids.slice(0, 1 + (count % ids.length))
        expect(before.map(pairOf(ids))).toEqual(before.map(pairOf(before)))
      }),
    )
  })

  it('U2 follow from the id for everyone after the last free pair', () => {
    const ids = Array.from({ length: AVATAR_PAIRS.length + 20 }, (_, index) => `person ${index}`)
    const last = ids.slice(AVATAR_PAIRS.length)
    expect(last.map(pairOf(ids))).toEqual(last.map(pairOfId))
  })
})
