import fc from 'fast-check'
import { expect, it } from 'vitest'
import { colourOf } from './cover-colour.ts'

it('P8 a cover without readable pixels has no colour', () => {
  expect(colourOf([])).toBeNull()
  expect(colourOf([10, 20, 30, 0])).toBeNull()
})

it('P8 colourful pixels of a cover count more than grey ones', () => {
  expect(colourOf([200, 20, 20, 255, 120, 120, 120, 255])).toBe('rgb(92 11 11)')
})

it('P8 the colour is always dark enough for text', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 255 }), { minLength: 4, maxLength: 64 }), (bytes) => {
      const channels = colourOf(bytes)?.match(/\d+/g)?.map(Number) ?? []
      for (const channel of channels) expect(channel).toBeLessThanOrEqual(92)
    }),
  )
})

it('P8 a dark cover keeps its colour, and transparent pixels do not count', () => {
  expect(colourOf([10, 60, 30, 255])).toBe('rgb(10 60 30)')
  expect(colourOf([10, 60, 30, 255, 200, 200, 200, 0])).toBe('rgb(10 60 30)')
  expect(colourOf([10, 60, 30, 255, 200, 200, 200])).toBe('rgb(10 60 30)')
})
