import type { Playlist } from '@jointly/contract'
import { expect, it } from 'vitest'
import { aSong } from '../../model/testing.ts'
import { artistsOf, flavorName, itemOfPlaylist, itemOfSong } from './flavor-items.ts'

it('F1 each artist of the found songs with an id is one item', () => {
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

it('F1 an item is shown with its name or its title', () => {
  expect(flavorName({ kind: 'artist', id: 'a', name: 'Ada' })).toBe('Ada')
  expect(flavorName(itemOfSong(aSong('one')))).toBe('one')
})

it('F1 an item has the id and the title of its song or playlist', () => {
  expect(itemOfSong(aSong('one'))).toEqual({ kind: 'song', id: 'one', title: 'one' })
  const playlist = { id: 'p', title: 'Evening' } as Playlist
  expect(itemOfPlaylist(playlist)).toEqual({ kind: 'playlist', id: 'p', title: 'Evening' })
  expect(flavorName({ kind: 'artist', id: 'a' })).toBe('a')
})
