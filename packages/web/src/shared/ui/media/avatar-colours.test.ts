import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarColours } from './avatar-colours.ts'

describe('the colours of people', () => {
  it('U2 are two different ones, and the same for the same person', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const [first, second] = avatarColours(id)
        expect(first).not.toBe(second)
        expect(avatarColours(id)).toEqual([first, second])
      }),
    )
  })

  it('U2 differ between nearly all people in a session', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 12, maxLength: 12 }), (people) => {
        const pairs = new Set(people.map((id) => avatarColours(id).join()))
        expect(pairs.size).toBeGreaterThanOrEqual(people.length - 3)
      }),
      { seed: 7 },
    )
  })
})
