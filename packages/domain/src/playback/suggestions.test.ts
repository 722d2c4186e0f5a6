import { expect, it } from 'vitest'
import { chooseSuggestions } from './suggestions.ts'

const play = (songId: string, chosen: 'vote' | 'random' | null = 'random') => ({ songId, chosen })
const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)
const nothing = () => false
const inOrder = () => 0

it('Q4 recently played are the last eight songs, newest first, each once', () => {
  const plays = [play('b'), play('a'), play('b'), ...many('x', 9).map((id) => play(id))]
  expect(chooseSuggestions(plays, [], nothing, inOrder).recent).toEqual(['b', 'a', ...many('x', 6)])
})

it('Q4 most voted are the songs that votes chose most often, and no recent one', () => {
  const recent = many('r', 8).map((id) => play(id, 'vote'))
  const older = [
    play('one', 'vote'),
    play('two', 'vote'),
    play('two', 'vote'),
    play('random'),
    play('old', null),
  ]
  expect(chooseSuggestions([...recent, ...older], [], nothing, inOrder).voted).toEqual(['two', 'one'])
  const lots = many('v', 10).map((id) => play(id, 'vote'))
  expect(chooseSuggestions([...recent, ...lots], [], nothing, inOrder).voted).toEqual(many('v', 8))
})

it('Q5 songs from the playlists are random, at most eight, and neither played nor barred', () => {
  // `backwards` returns a lower number for each later song, and the lowest number comes first. So without the filter,
  // `played` and `barred` would come first.
  const loaded = [...many('s', 12), 'played', 'barred']
  let next = 100
  const backwards = () => (next -= 1)
  const { playlists } = chooseSuggestions([play('played')], loaded, (id) => id === 'barred', backwards)
  expect(playlists).toEqual(many('s', 12).reverse().slice(0, 8))
})

it('Q4 without plays and playlists there are no suggestions', () => {
  expect(chooseSuggestions([], [], nothing, inOrder)).toEqual({ recent: [], playlists: [], voted: [] })
})
