import { expect, it } from 'vitest'
import { votersOf } from '../../../shared/ui/media/voters-of.ts'
import { ANN, aSession, aVote } from '../model/testing.ts'
import { withPlacesOf } from './held-places.ts'

const viewOf = (parts: Parameters<typeof aSession>[0]) => {
  const { you, ...shared } = aSession(parts)
  return { shared, you }
}

it('U1 D18 a song that has left the list but keeps its place shows nobody, and other songs show their voters', () => {
  const ben = { id: 'ben', username: 'ben' }
  const before = viewOf({
    votes: [
      { ...aVote('one'), voters: [0] },
      { ...aVote('two'), voters: [1] },
    ],
    voters: [ANN, ben],
  })
  const now = viewOf({ votes: [{ ...aVote('two'), voters: [0] }], voters: [ben] })
  const { votes, voters } = withPlacesOf(before, now).shared
  expect(votes.map((row) => [row.song.id, votersOf(row, voters)])).toEqual([
    ['one', []],
    ['two', [ben]],
  ])
})
