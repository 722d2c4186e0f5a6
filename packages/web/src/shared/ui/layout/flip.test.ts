import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKeys, type Position, shiftsBetween } from './flip.ts'

const HEIGHT = 60
const placesOf = (order: readonly string[]) =>
  new Map<string, Position>(order.map((key, index) => [key, { top: index * HEIGHT, left: 0 }]))

describe('reordering (FLIP)', () => {
  it('V3 a row that moves starts from its old position', () => {
    const shifts = shiftsBetween(placesOf(['one', 'two', 'three']), placesOf(['three', 'one', 'two']))
    expect(Object.fromEntries(shifts)).toEqual({
      three: { dx: 0, dy: 120 },
      one: { dx: 0, dy: -60 },
      two: { dx: 0, dy: -60 },
    })
  })

  it('V3 a row that stays is not animated', () => {
    expect(shiftsBetween(placesOf(['one', 'two']), placesOf(['one', 'two'])).size).toBe(0)
  })

  it('V2 a new song fades in, but not on the first render', () => {
    expect(newKeys(placesOf(['one']), placesOf(['two', 'one']))).toEqual(['two'])
    expect(newKeys(new Map(), placesOf(['one']))).toEqual([])
  })

  it('V3 every shift leads back to the old position, in any order', () => {
    const order = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(order, order, (one, other) => {
        const before = placesOf(one)
        const after = placesOf(other)
        for (const [key, { dy }] of shiftsBetween(before, after))
          expect((after.get(key)?.top ?? 0) + dy).toBe(before.get(key)?.top)
      }),
    )
  })
})
