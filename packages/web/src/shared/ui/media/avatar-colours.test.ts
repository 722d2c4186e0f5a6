import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAvatarColours } from './avatar-colours.ts'

/** The colours of a person, in any order. */
const lookOf = (colours: readonly string[]) => [...colours].sort().join()

describe('the colours of people', () => {
  it('U2 are two different ones, and stay the same while people come and go', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 200 }), ([id = '', ...others]) => {
        const coloursOf = createAvatarColours()
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
        const coloursOf = createAvatarColours()
        expect(new Set(people.map((id) => lookOf(coloursOf(id)))).size).toBe(people.length)
      }),
      { numRuns: 20 },
    )
  })

  it('U2 follow from the id alone for those whose colours nobody has', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        const alone = createAvatarColours()(one)
        const coloursOf = createAvatarColours()
        if (lookOf(coloursOf(other)) !== lookOf(alone)) expect(coloursOf(one)).toEqual(alone)
      }),
    )
  })
})
