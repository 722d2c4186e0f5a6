import { expect, it } from 'vitest'
import { withPlayAnswer, withVoteAnswer } from './session-view.ts'
import { ANN, aSession, aSong, aVote } from './testing.ts'

const viewOf = (parts: Parameters<typeof aSession>[0]) => {
  const { you, ...shared } = aSession(parts)
  return { shared, you }
}

it('V1 an acknowledged vote changes the tallies and the own direction', () => {
  const view = viewOf({ votes: [aVote('one'), aVote('two')] })
  const answer = { songID: 'one', score: 2, upvotes: 2, downvotes: 0, vote: 'up' } as const
  const after = withVoteAnswer(view, answer)
  expect(after.shared.votes.map(({ upvotes }) => upvotes)).toEqual([2, 1])
  expect(after.you.votes).toEqual({ one: 'up' })
  expect(withVoteAnswer(after, { ...answer, vote: 'none' }).you.votes).toEqual({})
  expect(withVoteAnswer(after, { ...answer, songID: 'two', vote: 'down' }).you.votes).toEqual({
    one: 'up',
    two: 'down',
  })
})

it('P4 the answer of play for the same song keeps the person it was chosen for', () => {
  const nowPlaying = {
    mode: 'active',
    song: aSong('one'),
    startTime: 5,
    nowTime: 6,
    by: ANN,
    chosen: 'vote',
  } as const
  const view = viewOf({ nowPlaying })
  const same = withPlayAnswer(view, { song: aSong('one'), startTime: 5, nowTime: 9, next: null })
  expect(same.shared.nowPlaying).toMatchObject({ by: ANN, chosen: 'vote', nowTime: 9 })
  const other = withPlayAnswer(view, { song: aSong('two'), startTime: 9, nowTime: 9, next: null })
  expect(other.shared.nowPlaying).toMatchObject({ by: null, chosen: null, mode: 'active' })
  for (const [id, startTime] of [
    ['one', 9],
    ['two', 5],
  ] as const)
    expect(
      withPlayAnswer(view, { song: aSong(id), startTime, nowTime: 9, next: null }).shared.nowPlaying.by,
    ).toBeNull()
})

it('P1 when nothing plays the session is passive', () => {
  const after = withPlayAnswer(viewOf({}), { song: null, startTime: null, nowTime: 9, next: null })
  expect(after.shared.nowPlaying).toMatchObject({ mode: 'passive', song: null })
})
