import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKeys, type Position, shiftsBetween } from './flip.ts'

const HEIGHT = 60
const placesOf = (order: readonly string[], columns = 1) =>
  new Map<string, Position>(
    order.map((key, index) => [
      key,
      { top: Math.floor(index / columns) * HEIGHT, left: (index % columns) * HEIGHT },
    ]),
  )

describe('reordering (FLIP)', () => {
  it('V3 a row that moves starts from its old position', () => {
    const shifts = shiftsBetween(placesOf(['one', 'two', 'three']), placesOf(['three', 'one', 'two']))
    expect(Object.fromEntries(shifts)).toEqual({
      three: { dx: 0, dy: 120 },
      one: { dx: 0, dy: -60 },
      two: { dx: 0, dy: -60 },
    })
  })

  it('V3 a row that stays, or moves by less than a pixel, is not animated', () => {
    expect(shiftsBetween(placesOf(['one', 'two']), placesOf(['one', 'two'])).size).toBe(0)
    const movedBy = (px: Position) =>
      shiftsBetween(new Map([['one', { top: 0, left: 0 }]]), new Map([['one', px]])).size
    expect(movedBy({ top: 0.9, left: 0.9 })).toBe(0)
    expect([movedBy({ top: 1, left: 0 }), movedBy({ top: 0, left: 1 })]).toEqual([1, 1])
  })

  it('V2 a new song fades in, but not on the first render', () => {
    expect(newKeys(placesOf(['one']), placesOf(['two', 'one']))).toEqual(['two'])
    expect(newKeys(new Map(), placesOf(['one']))).toEqual([])
  })

  it('V3 every shift leads back to the old position, in any order', () => {
    const order = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(order, order, fc.integer({ min: 1, max: 3 }), (one, other, columns) => {
        const before = placesOf(one, columns)
        const after = placesOf(other, columns)
        for (const [key, { dx, dy }] of shiftsBetween(before, after)) {
          const { top = 0, left = 0 } = after.get(key) ?? {}
          expect({ top: top + dy, left: left + dx }).toEqual(before.get(key))
        }
      }),
    )
  })
})
