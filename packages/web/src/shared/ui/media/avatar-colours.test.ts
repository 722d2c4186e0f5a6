import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarColour, distinctColours } from './avatar-colours.ts'

const names = fc.uniqueArray(fc.string(), { maxLength: 16 })

describe('the colours of people', () => {
  it('differ between up to 16 people in a session', () => {
    fc.assert(
      fc.property(names, (people) => {
        expect(new Set(distinctColours(people).values()).size).toBe(people.length)
      }),
    )
  })

  it('stay the same when someone else comes', () => {
    fc.assert(
      fc.property(names, fc.string(), (people, newcomer) => {
        const before = distinctColours(people)
        const after = distinctColours([...people, newcomer])
        for (const person of people) expect(after.get(person)).toBe(before.get(person))
      }),
    )
  })

  it('are the same everywhere for a person who is alone, and repeat in a large session', () => {
    expect(distinctColours(['ann']).get('ann')).toBe(avatarColour('ann'))
    expect(distinctColours(Array.from({ length: 60 }, (_, index) => `p${index}`)).size).toBe(60)
  })
})
