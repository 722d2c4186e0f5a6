import { expect, it } from 'vitest'
import { aVote } from '../model/testing.ts'
import { orderHints } from './order.ts'

const at = (id: string, playsAt: number | null) => {
  const vote = aVote(id)
  return { ...vote, why: { ...vote.why, playsAt } }
}

/** The ids that the hints of each song name: below it and before it, above it and after it. */
const named = (...votes: ReturnType<typeof at>[]) =>
  [...orderHints(votes)].map(([id, { below, above }]) => [id, below?.song.id, above?.song.id])

it('V8 songs that play in the order in which they stand have no hint', () => {
  expect(named(at('a', 1), at('b', 2), at('c', null))).toEqual([])
})

it('V8 a song says which of those below it is expected first, and which above it later', () => {
  expect(named(at('a', 1), at('b', 8), at('c', 5), at('d', 3), at('e', 9))).toEqual([
    ['b', 'd', undefined],
    ['c', 'd', 'b'],
    ['d', undefined, 'b'],
  ])
})
