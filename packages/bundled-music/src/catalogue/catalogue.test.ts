import { describe, expect, it } from 'vitest'
import { bundledCatalogue } from './catalogue.ts'
import { bundledSongs } from './songs.ts'

const catalogue = bundledCatalogue()
const songs = [...bundledSongs().tracks.values()]

describe('the bundled catalogue', () => {
  it('holds at least 240 songs by 40 artists in 8 genres', () => {
    expect(songs.length).toBeGreaterThanOrEqual(240)
    expect(catalogue.artists.size).toBeGreaterThanOrEqual(40)
    expect(new Set(songs.map((song) => song.genre)).size).toBeGreaterThanOrEqual(8)
  })

  it('has songs of two to four minutes, each with a title of its own', () => {
    for (const song of songs) {
      expect(song.durationMs, song.title).toBeGreaterThanOrEqual(120_000)
      expect(song.durationMs, song.title).toBeLessThanOrEqual(240_000)
    }
    expect(new Set(songs.map((song) => song.title)).size).toBe(songs.length)
    expect(new Set(songs.map((song) => song.isrc)).size).toBe(songs.length)
  })

  it('has records with copyrights and a valid UPC each', () => {
    const albums = [...catalogue.albums.values()]
    expect(new Set(albums.map(({ upc }) => upc)).size).toBe(albums.length)
    for (const { name, upc, copyrights } of albums) {
      expect(upc, name).toMatch(/^4\d{11}$/)
      // In a valid UPC, the sum of all digits with the weights 3 and 1 is a multiple of ten.
      const sum = [...upc].reduce(
        (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
        0,
      )
      expect(sum % 10, name).toBe(0)
      expect(copyrights.map(({ type }) => type)).toEqual(['C', 'P'])
    }
  })

  it('has titles in many scripts', () => {
    const words = [
      ...songs.map((song) => song.title),
      ...[...catalogue.artists.values()].map((artist) => artist.name),
    ].join(' ')
    for (const script of [
      /\p{Script=Han}/u,
      /\p{Script=Katakana}/u,
      /\p{Script=Greek}/u,
      /\p{Script=Arabic}/u,
      /[ðþ]/iu,
      /[łżś]/iu,
    ]) {
      expect(words).toMatch(script)
    }
  })

  it('refers only to existing entries with ids of 22 base62 characters', () => {
    for (const track of catalogue.tracks.values()) {
      expect(track.id).toMatch(/^[0-9A-Za-z]{22}$/)
      for (const artistId of track.artistIds) expect(catalogue.artists.has(artistId), track.title).toBe(true)
      expect(catalogue.albums.has(track.albumId)).toBe(true)
    }
    for (const album of catalogue.albums.values()) {
      album.trackIds.forEach((id, i) => {
        expect(catalogue.tracks.get(id)).toMatchObject({ albumId: album.id, trackNumber: i + 1 })
      })
    }
    for (const playlist of catalogue.playlists.values()) {
      expect(catalogue.people.has(playlist.ownerId)).toBe(true)
      for (const item of playlist.items)
        if (item.kind === 'track') expect(catalogue.tracks.has(item.trackId)).toBe(true)
    }
  })

  it('has six people with three to six playlists of their own, one of more than 100 songs', () => {
    expect([...catalogue.people.keys()]).toEqual(['ann', 'ben', 'cleo', 'dan', 'eva', 'finn'])
    for (const person of catalogue.people.values()) {
      expect(person.product).toBe('premium')
      expect(person.playlistIds.length).toBeGreaterThanOrEqual(3)
      expect(person.playlistIds.length).toBeLessThanOrEqual(6)
      for (const id of person.followedPlaylistIds)
        expect(catalogue.playlists.get(id)?.ownerId).not.toBe(person.id)
    }
    expect([...catalogue.playlists.values()].some((playlist) => playlist.items.length > 100)).toBe(true)
  })

  it('has the unusual entries of real libraries in one playlist of finn', () => {
    const odd = [...catalogue.playlists.values()].filter((playlist) =>
      playlist.items.some(
        (item) => item.kind !== 'track' || catalogue.tracks.get(item.trackId)?.playable === false,
      ),
    )
    expect(odd.map((playlist) => playlist.ownerId)).toEqual(['finn'])
    expect(new Set(odd[0]?.items.map((item) => item.kind))).toEqual(
      new Set(['track', 'local', 'episode', 'missing']),
    )
    const relinked = [...catalogue.tracks.values()].filter((track) => track.relinkedTo !== undefined)
    expect(relinked.map((track) => catalogue.tracks.get(track.relinkedTo ?? '')?.title)).toEqual([
      'Zinc Roof',
    ])
  })
})
