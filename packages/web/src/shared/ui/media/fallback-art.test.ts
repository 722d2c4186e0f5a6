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

  it('stays the same picture in every version of the app', () => {
    expect(fallbackArt('Kitchen')).toEqual({
      ground: '#10262a',
      first: '#f29fb3',
      second: '#fff3d9',
      shape: 2,
      turnDeg: 30,
    })
    expect(fallbackArt('é𝄞')).toEqual({
      ground: '#161f33',
      first: '#f29fb3',
      second: '#f5d98a',
      shape: 1,
      turnDeg: 300,
    })
  })
})
