import type { Playlist } from '@jointly/contract'
import { expect, it } from 'vitest'
import { aSong } from '../../model/testing.ts'
import { artistsOf, flavorName, itemOfPlaylist, itemOfSong } from './flavor-items.ts'

it('F1 the artists of what was found are items of their own, each once and only with an id', () => {
  const songs = [
    {
      ...aSong('one'),
      artists: [
        { id: 'a', name: 'Ada' },
        { id: null, name: 'Nobody' },
      ],
    },
    {
      ...aSong('two'),
      artists: [
        { id: 'b', name: 'Bo' },
        { id: 'a', name: 'Ada' },
      ],
    },
  ]
  expect(artistsOf(songs)).toEqual([
    { kind: 'artist', id: 'a', name: 'Ada' },
    { kind: 'artist', id: 'b', name: 'Bo' },
  ])
})

it('F1 an item is called by its name or its title', () => {
  expect(flavorName({ kind: 'artist', id: 'a', name: 'Ada' })).toBe('Ada')
  expect(flavorName(itemOfSong(aSong('one')))).toBe('one')
})

it('F1 an item keeps the id and title of what it was made of', () => {
  expect(itemOfSong(aSong('one'))).toEqual({ kind: 'song', id: 'one', title: 'one' })
  const playlist = { id: 'p', title: 'Evening' } as Playlist
  expect(itemOfPlaylist(playlist)).toEqual({ kind: 'playlist', id: 'p', title: 'Evening' })
  expect(flavorName({ kind: 'artist', id: 'a' })).toBe('a')
})
