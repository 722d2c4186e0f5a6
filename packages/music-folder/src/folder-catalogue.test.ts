import { expect, it } from 'vitest'
import { folderCatalogue, type Song } from './folder-catalogue.ts'
import { cleanTags } from './song-tags.ts'

const song = (number: number, more: Partial<Song['tags']> = {}): Song => ({
  path: `Folder ${number % 10}/${number}.mp3`,
  tags: {
    title: `Song ${number}`,
    artists: ['Artist'],
    albumArtist: 'Artist',
    album: 'Album',
    year: null,
    trackNumber: 1,
    discNumber: 1,
    durationMs: 1000,
    genre: `genre ${number}`,
    isrc: '',
    hasPicture: false,
    ...more,
  },
})

it('B9 gives other work a turn while it builds', async () => {
  let turns = 0
  let isBuilding = true
  const other = () => {
    turns += 1
    if (isBuilding) setImmediate(other)
  }
  setImmediate(other)
  const songs = Array.from({ length: 5000 }, (_, number) => song(number))
  const entries = Array.from({ length: 5000 }, () => 'Folder 1/1.mp3')
  const { catalogue } = await folderCatalogue(songs, [{ path: 'a.m3u', name: null, entries }], new Map())
  isBuilding = false
  expect(catalogue.tracks.size).toBe(5000)
  // The event loop runs at least five times during each of the three steps (songs, entries, folders).
  expect(turns).toBeGreaterThanOrEqual(15)
})

it('B9 limits the genres of an artist and the artists of a song', async () => {
  const songs = Array.from({ length: 100 }, (_, number) => song(number))
  const { catalogue } = await folderCatalogue(songs, [], new Map())
  expect([...catalogue.artists.values()].map(({ genres }) => genres.length)).toEqual([20])
  const artists = Array.from({ length: 100 }, (_, number) => `Artist ${number}`)
  expect(cleanTags(song(1, { artists }).tags).artists).toHaveLength(20)
})

it('B9 the playlist of a folder has at most 10,000 songs', async () => {
  const songs = Array.from({ length: 10_001 }, (_, number) => song(number))
  const { catalogue } = await folderCatalogue(songs, [], new Map())
  const all = [...catalogue.playlists.values()].find(({ name }) => name === 'All songs')
  expect([catalogue.tracks.size, all?.items.length]).toEqual([10_001, 10_000])
})

it('B9 B10 the name of a folder is cleaned and cut for its playlist', async () => {
  const path = `a\u202Eb\n${'c'.repeat(240)}/1.mp3`
  const { catalogue } = await folderCatalogue([{ ...song(1), path }], [], new Map())
  expect([...catalogue.playlists.values()].map(({ name }) => name)).toContain(`ab ${'c'.repeat(197)}`)
})
