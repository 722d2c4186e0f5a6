import { describe, expect, it } from 'vitest'
import { bundledSongs } from '../catalogue/songs.ts'
import { coverSvg } from './covers.ts'
import { artistSvg, personSvg, playlistSvg } from './portraits.ts'

const { albums, artists } = bundledSongs()

describe('covers', () => {
  it('are different for every album, small, with an intrinsic size, and always the same', () => {
    const covers = [...albums.keys()].map((id) => coverSvg(id) ?? '')
    expect(new Set(covers).size).toBe(albums.size)
    for (const cover of covers) {
      expect(cover).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="640" height="640" viewBox="0 0 640 640">.*<\/svg>$/,
      )
      expect(cover.length).toBeLessThan(40_000)
      expect(cover).not.toMatch(/NaN|undefined|Infinity/)
    }
    const [first = ''] = albums.keys()
    expect(coverSvg(first)).toBe(covers[0])
  })

  it('carry artist and title as text, escaped', () => {
    const album = [...albums.values()].find(({ name }) => name === 'Slag & Starlight')
    expect(coverSvg(album?.id ?? '')).toContain('>Slag &#38; Starlight<')
    expect(playlistSvg('p', '<script>', 'ann')).not.toContain('<script>')
  })

  it('exist for artists and people too, but not for an unknown album', () => {
    for (const id of artists.keys()) expect(artistSvg(id)).toContain('<svg')
    expect(personSvg('someone who typed a name')).toContain('<svg')
    expect(coverSvg('unknown')).toBeUndefined()
  })
})
