import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fallbackArt } from './fallback-art.ts'

describe('a drawn cover', () => {
  it('is the same picture for the same name, and always shows two different lights', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const art = fallbackArt(seed)
        expect(fallbackArt(seed)).toEqual(art)
        expect(art.first).not.toBe(art.second)
      }),
    )
  })
})
