import type { PlayAnswer, SharedSession, Vote, VoteAnswer, You } from '@jointly/contract'

/** A session as one person sees it: the shared view (for everyone) and the personal view (for this person). */
export type SessionView = { readonly shared: SharedSession; readonly you: You }

/**
 * Returns whether two views have the same content. The time of the answer is left out, because it differs in most
 * answers.
 */
export const isSameView = (one: SessionView, other: SessionView): boolean => textOf(one) === textOf(other)

const textOf = ({ shared, you }: SessionView): string =>
  JSON.stringify([shared, you], (key, value: unknown) => (key === 'nowTime' ? undefined : value))

type Play = Pick<SharedSession['nowPlaying'], 'song' | 'startTime'>

/** Returns whether both are the same song, played at the same time. */
export const isSamePlay = (one: Play, other: Play): boolean =>
  one.song?.id === other.song?.id && one.startTime === other.startTime

/** Updates the current and the announced song of the view from a `play` answer (P4, P5). */
export function withPlayAnswer(view: SessionView, answer: PlayAnswer): SessionView {
  const { nowPlaying } = view.shared
  const isSame = isSamePlay(nowPlaying, answer)
  return {
    ...view,
    shared: {
      ...view.shared,
      nowPlaying: {
        mode: answer.song === null ? 'passive' : 'active',
        song: answer.song,
        startTime: answer.startTime,
        nowTime: answer.nowTime,
        by: isSame ? nowPlaying.by : null,
        chosen: isSame ? nowPlaying.chosen : null,
        ...(answer.pausedAt !== undefined && {
          pausedAt: answer.pausedAt,
          // A skip during a pause keeps the person who paused the music.
          ...(nowPlaying.pausedBy && { pausedBy: nowPlaying.pausedBy }),
        }),
      },
      next: answer.next,
    },
  }
}

type Counts = Pick<Vote, 'upvotes' | 'downvotes'>

/** Returns whether both songs have the same votes. A song that is not in the list is undefined. */
export const haveSameCounts = (one: Counts | undefined, other: Counts | undefined): boolean =>
  one?.upvotes === other?.upvotes && one?.downvotes === other?.downvotes

/** Updates the view after a confirmed vote (V1). If the song is not in the list yet, the next live message adds it. */
export function withVoteAnswer({ shared, you }: SessionView, answer: VoteAnswer): SessionView {
  const { songID, score, upvotes, downvotes, vote, waiting } = answer
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
    you: { ...you, votes, ...(you.waiting && { waiting: waitingAfter(you.waiting, songID, waiting) }) },
  }
}

function waitingAfter(before: readonly string[], songId: string, isWaiting = false): string[] {
  const others = before.filter((id) => id !== songId)
  return isWaiting ? [...others, songId] : others
}

/** Returns this person's votes by song. Songs that wait for approval count as up-votes (H9). */
export function votesWithWaiting({ votes, waiting = [] }: You): You['votes'] {
  return { ...votes, ...Object.fromEntries(waiting.map((id) => [id, 'up' as const])) }
}

/** Returns the ids of the songs in the vote list; null if the view has only a part of the list. */
export const listedSongs = ({
  votes,
  voteCount,
}: Pick<SharedSession, 'votes' | 'voteCount'>): string[] | null =>
  voteCount > votes.length ? null : votes.map(({ song }) => song.id)

/** Returns the ids of the song that plays and of the announced song. These songs have left the vote list (P5). */
export const chosenSongs = ({ nowPlaying, next }: Pick<SharedSession, 'nowPlaying' | 'next'>): string[] =>
  [nowPlaying.song, next?.song].flatMap((song) => (song ? [song.id] : []))
