import { AVATAR_PAIRS, pairOfId } from '@jointly/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarColours } from './avatar-colours.ts'

/** The colours of a person as one sorted text, so that their order does not matter. */
const lookOf = (colours: readonly string[]) => [...colours].sort().join()

describe('the colours of people', () => {
  it('U2 are two different ones, which follow from the id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const colours = avatarColours(id, pairOfId(id))
        expect(new Set(colours).size).toBe(2)
        expect(avatarColours(id, pairOfId(id))).toEqual(colours)
      }),
    )
  })

  it('U2 look different for each pair', () => {
    const looks = AVATAR_PAIRS.map((_, pair) => lookOf(avatarColours('a', pair)))
    expect(new Set(looks).size).toBe(AVATAR_PAIRS.length)
  })
})
