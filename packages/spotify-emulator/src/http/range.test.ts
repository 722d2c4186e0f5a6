import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRange } from './range.ts'

it('reads every satisfiable range', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), fc.integer({ min: 1, max: 4000 }), (a, b, byteLength) => {
      const [first, last] = a < b ? [a, b] : [b, a]
      const range = parseRange(`bytes=${first}-${last}`, byteLength)
      if (first >= byteLength) expect(range).toBe('unsatisfiable')
      else expect(range).toEqual({ start: first, end: Math.min(last + 1, byteLength) })
      expect(parseRange(`bytes=-${last + 1}`, byteLength)).toEqual({
        start: Math.max(0, byteLength - last - 1),
        end: byteLength,
      })
    }),
  )
})

it.each([undefined, '', 'bytes=-', 'bytes=5-2', 'items=0-5', 'bytes=0-1,4-5', 'bytes=x-y'])(
  'serves the whole for %s',
  (header) => {
    expect(parseRange(header, 100)).toBeUndefined()
  },
)
