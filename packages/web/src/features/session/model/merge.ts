import type { PlayAnswer, SharedSession, VoteAnswer, You } from '@jointly/contract'

/** A session as one person inside sees it: what all share, and what is theirs. */
export type Inside = { readonly shared: SharedSession; readonly you: You }

/** What a `play` answer says of the running song and the announced one (P4, P5). */
export function withPlayAnswer(inside: Inside, answer: PlayAnswer): Inside {
  const { nowPlaying } = inside.shared
  const isSame = nowPlaying.song?.id === answer.song?.id && nowPlaying.startTime === answer.startTime
  return {
    ...inside,
    shared: {
      ...inside.shared,
      nowPlaying: {
        mode: answer.song === null ? 'passive' : 'active',
        song: answer.song,
        startTime: answer.startTime,
        nowTime: answer.nowTime,
        by: isSame ? nowPlaying.by : null,
        chosen: isSame ? nowPlaying.chosen : null,
      },
      next: answer.next,
    },
  }
}

/** An acknowledged vote (V1): the song's new tallies and the own direction. A song not listed yet comes with the next push. */
export function withVoteAnswer({ shared, you }: Inside, answer: VoteAnswer): Inside {
  const { songID, score, upvotes, downvotes, vote } = answer
  const votes = { ...you.votes }
  if (vote === 'none') delete votes[songID]
  else votes[songID] = vote
  return {
    shared: {
      ...shared,
      votes: shared.votes.map((row) =>
        row.song.id === songID ? { ...row, score, upvotes, downvotes } : row,
      ),
    },
    you: { ...you, votes },
  }
}
