import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Flavor, type FlavorItem, checkFlavor } from './flavor.ts'

const song = { songId: 's1', artistIds: ['a1', 'a2'] }
const contains = (playlistId: string, songId: string): boolean => playlistId === 'p1' && songId === 's1'

const item: fc.Arbitrary<FlavorItem> = fc.record({
  kind: fc.constantFrom('artist', 'song', 'playlist'),
  id: fc.constantFrom('s1', 's2', 'a1', 'a9', 'p1', 'p2'),
})

function check(mode: Flavor['mode'], ...selected: FlavorItem[]) {
  return checkFlavor({ mode, selected }, song, contains)
}

describe('flavor', () => {
  it('F1 matches by artist, by song, and by the songs of a playlist', () => {
    for (const match of [
      { kind: 'artist', id: 'a2' },
      { kind: 'song', id: 's1' },
      { kind: 'playlist', id: 'p1' },
    ] as const) {
      expect(check('blacklist', match)).toEqual({ refused: true, item: match })
    }
    expect(check('blacklist', { kind: 'artist', id: 's1' }, { kind: 'playlist', id: 'p2' })).toEqual({
      refused: false,
    })
    expect(check('blacklist', { kind: 'song', id: 's2' }, { kind: 'song', id: 'a1' })).toEqual({
      refused: false,
    })
  })

  it('F2 a whitelist refuses songs that match no item', () => {
    expect(check('whitelist', { kind: 'artist', id: 'a1' }).refused).toBe(false)
    expect(check('whitelist', { kind: 'artist', id: 'a9' })).toEqual({ refused: true, item: null })
  })

  it('F2 an empty whitelist refuses everything, an empty blacklist nothing', () => {
    expect(check('whitelist').refused).toBe(true)
    expect(check('blacklist').refused).toBe(false)
  })

  it('F2 disabled refuses nothing', () => {
    for (const id of ['s1', 's2']) expect(check('disabled', { kind: 'song', id }).refused).toBe(false)
    expect(check('disabled').refused).toBe(false)
  })

  it('F2 whitelist and blacklist of the same items refuse opposite songs', () => {
    fc.assert(
      fc.property(fc.array(item), (selected) => {
        expect(check('whitelist', ...selected).refused).toBe(!check('blacklist', ...selected).refused)
      }),
    )
  })
})
