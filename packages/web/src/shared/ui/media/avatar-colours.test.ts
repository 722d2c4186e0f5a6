import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAvatarColours } from './avatar-colours.ts'

/** The colours of a person, in any order. */
const lookOf = (colours: readonly string[]) => [...colours].sort().join()

/** Keeps the pairs as the storage of a tab does. */
function keep(text: string | null = null) {
  return {
    read: () => text,
    write(next: string) {
      text = next
    },
  }
}

describe('the colours of people', () => {
  it('U2 stay the same after a reload, in whatever order people are shown', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 91 }), fc.gen(), (people, gen) => {
        const tab = keep()
        const coloursOf = createAvatarColours(tab)
        const before = new Map(people.map((id) => [id, coloursOf(id)]))
        const again = createAvatarColours(tab)
        const order = gen(() => fc.shuffledSubarray(people, { minLength: people.length }))
        for (const id of order) expect(again(id)).toEqual(before.get(id))
      }),
    )
  })

  it('U2 do not depend on what else is in the storage', () => {
    for (const text of ['', 'nonsense', 'a 91', 'a -1', 'a length', 'a', '\n\n'])
      expect(createAvatarColours(keep(text))('a')).toEqual(createAvatarColours(keep())('a'))
  })

  it('U2 are two different ones, and stay the same while people come and go', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 200 }), ([id = '', ...others]) => {
        const coloursOf = createAvatarColours(keep())
        const colours = coloursOf(id)
        expect(new Set(colours).size).toBe(2)
        for (const other of others) coloursOf(other)
        expect(coloursOf(id)).toEqual(colours)
      }),
    )
  })

  it('U2 differ between all people of a session, until every pair is used', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 91, maxLength: 91 }), (people) => {
        const coloursOf = createAvatarColours(keep())
        expect(new Set(people.map((id) => lookOf(coloursOf(id)))).size).toBe(people.length)
      }),
      { numRuns: 20 },
    )
  })

  it('U2 follow from the id alone for those whose colours nobody has', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        const alone = createAvatarColours(keep())(one)
        const coloursOf = createAvatarColours(keep())
        if (lookOf(coloursOf(other)) !== lookOf(alone)) expect(coloursOf(one)).toEqual(alone)
      }),
    )
  })
})
