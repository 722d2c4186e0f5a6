import { expect, it } from 'vitest'
import { chosenSongs, listedSongs, votesWithWaiting, withPlayAnswer, withVoteAnswer } from './session-view.ts'
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

it('P5 the answer of play brings the announced song', () => {
  const next = { song: aSong('two'), startTime: 9 }
  const answer = { song: aSong('one'), startTime: 5, nowTime: 9, next }
  expect(withPlayAnswer(viewOf({}), answer).shared.next).toBe(next)
})

it('P5 the song that plays and the announced one are chosen', () => {
  const { shared } = viewOf({})
  expect(chosenSongs({ ...shared, next: null })).toEqual([])
  const nowPlaying = { ...shared.nowPlaying, song: aSong('one') }
  expect(chosenSongs({ nowPlaying, next: null })).toEqual(['one'])
  expect(chosenSongs({ nowPlaying, next: { song: aSong('two'), startTime: 9 } })).toEqual(['one', 'two'])
})

it('H7 the answer of play says if the song is paused, and the same song keeps the person who paused it', () => {
  const playing = {
    mode: 'active',
    song: aSong('one'),
    startTime: 5,
    nowTime: 6,
    by: null,
    chosen: 'vote',
  } as const
  const paused = viewOf({ nowPlaying: { ...playing, pausedAt: 8, pausedBy: ANN } })
  const same = { song: aSong('one'), startTime: 5, nowTime: 9, next: null }
  expect(withPlayAnswer(paused, { ...same, pausedAt: 8 }).shared.nowPlaying).toMatchObject({
    pausedAt: 8,
    pausedBy: ANN,
  })
  expect(
    withPlayAnswer(paused, { ...same, song: aSong('two'), pausedAt: 9 }).shared.nowPlaying,
  ).toMatchObject({
    pausedBy: ANN,
  })
  expect(withPlayAnswer(paused, same).shared.nowPlaying).not.toHaveProperty('pausedBy')
  expect(withPlayAnswer(paused, { ...same, song: aSong('two') }).shared.nowPlaying).toEqual({
    ...playing,
    song: aSong('two'),
    nowTime: 9,
    chosen: null,
  })
  expect(withPlayAnswer(viewOf({ nowPlaying: playing }), same).shared.nowPlaying).toStrictEqual({
    ...playing,
    nowTime: 9,
  })
})

it('H9 a vote for a song that waits for approval is kept in a list of its own', () => {
  const view = viewOf({})
  const waiting = { ...view, you: { ...view.you, waiting: ['zero', 'one'] } }
  const answer = { songID: 'one', score: 0, upvotes: 0, downvotes: 0, vote: 'none', waiting: true } as const
  expect(withVoteAnswer(waiting, { ...answer, songID: 'two' }).you.waiting).toEqual(['zero', 'one', 'two'])
  expect(withVoteAnswer(waiting, answer).you.waiting).toEqual(['zero', 'one'])
  expect(withVoteAnswer(waiting, { ...answer, waiting: undefined }).you.waiting).toEqual(['zero'])
  expect(withVoteAnswer(view, answer).you).not.toHaveProperty('waiting')
  expect(votesWithWaiting({ ...view.you, votes: { two: 'down' }, waiting: ['one'] })).toEqual({
    one: 'up',
    two: 'down',
  })
  expect(votesWithWaiting({ ...view.you, votes: { two: 'down' } })).toEqual({ two: 'down' })
})

it('E3 the listed songs are known only if the view has the whole list', () => {
  const { shared } = viewOf({ votes: [aVote('one'), aVote('two')] })
  expect(listedSongs({ ...shared, voteCount: 2 })).toEqual(['one', 'two'])
  expect(listedSongs({ ...shared, voteCount: 3 })).toBeNull()
})
