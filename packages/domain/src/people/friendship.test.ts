import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { friendshipStatus, type Friendship, friendshipAfter } from './friendship.ts'

const acts = fc.array(
  fc.record({ isAnn: fc.boolean(), wish: fc.constantFrom<boolean | null>(true, false, null) }),
  { maxLength: 12 },
)

const act = (friendship: Friendship | null, isAnn: boolean, wish: boolean | null) =>
  friendshipAfter(friendship, { person: isAnn ? 'ann' : 'ben', other: isAnn ? 'ben' : 'ann', wish })

const after = (sequence: readonly { isAnn: boolean; wish: boolean | null }[]) =>
  sequence.reduce<Friendship | null>((friendship, { isAnn, wish }) => act(friendship, isAnn, wish), null)

const mirrored = { none: 'none', requested: 'asked', asked: 'requested', friends: 'friends' } as const

describe('friendship', () => {
  it('N1 a call without a wish asks, accepts, withdraws or removes', () => {
    const next = { none: 'requested', asked: 'friends', requested: 'none', friends: 'none' } as const
    fc.assert(
      fc.property(acts, fc.boolean(), (sequence, isAnn) => {
        const friendship = after(sequence)
        const person = isAnn ? 'ann' : 'ben'
        expect(friendshipStatus(act(friendship, isAnn, null), person)).toBe(
          next[friendshipStatus(friendship, person)],
        )
      }),
    )
  })

  it('N1 both people always see the same friendship, each from their side', () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        const friendship = after(sequence)
        expect(friendshipStatus(friendship, 'ben')).toBe(mirrored[friendshipStatus(friendship, 'ann')])
      }),
    )
  })

  it('N1 sending a wish twice changes nothing', () => {
    fc.assert(
      fc.property(acts, fc.boolean(), fc.boolean(), (sequence, isAnn, wish) => {
        const once = act(after(sequence), isAnn, wish)
        expect(act(once, isAnn, wish)).toEqual(once)
      }),
    )
  })

  it('N1 two strangers become friends only after both asked', () => {
    fc.assert(
      fc.property(acts, fc.boolean(), (sequence, isAnn) => {
        const alone = sequence.map((one) => ({ ...one, isAnn }))
        expect(after(alone)?.accepted ?? false).toBe(false)
      }),
    )
  })

  it('N1 two requests at the same time end in a friendship, in either order', () => {
    for (const isAnn of [true, false])
      expect(act(act(null, isAnn, null), !isAnn, null)).toMatchObject({ accepted: true })
  })
})
