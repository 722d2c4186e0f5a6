/** One person's vote for one song in one session (V1). `none` means that the person has no vote. */
export type VoteDirection = 'up' | 'down' | 'none'

/**
 * What a call does with a person's vote (V1). `toggle` votes in a direction, or withdraws the vote if the person has
 * voted in this direction already. `set` stores the given vote, so repeating it changes nothing.
 */
export type VoteAction =
  | { readonly kind: 'toggle'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'set'; readonly vote: VoteDirection }

/** The stored vote of a person. `castAt` is when the person chose this direction, in epoch milliseconds. */
export interface CastVote {
  readonly person: string
  readonly direction: 'up' | 'down'
  readonly castAt: number
}

/**
 * The count of the votes for one song (V2). `behind` is the person with the oldest up-vote (V3); null without an
 * up-vote.
 */
export interface Tally {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly behind: string | null
}

/** How long a song stays listed after its score became negative, in milliseconds (V5). */
export const NEGATIVE_STAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the vote after a call (V1).
 * @param current the vote before the call
 */
export function voteAfter(current: VoteDirection, action: VoteAction): VoteDirection {
  if (action.kind === 'set') return action.vote
  return current === action.direction ? 'none' : action.direction
}

/**
 * Counts the votes for one song (V2, V3). Votes of banned people stay stored but do not count (S5).
 * @param votes the stored votes, in any order
 * @param isBanned whether a person is banned from the session now
 */
export function tally(votes: Iterable<CastVote>, isBanned: (person: string) => boolean = () => false): Tally {
  let upvotes = 0
  let downvotes = 0
  let oldest: CastVote | null = null
  for (const vote of votes) {
    if (isBanned(vote.person)) continue
    if (vote.direction === 'down') {
      downvotes += 1
      continue
    }
    upvotes += 1
    if (oldest === null || isOlderVote(vote, oldest)) oldest = vote
  }
  return { score: upvotes - downvotes, upvotes, downvotes, behind: oldest?.person ?? null }
}

function isOlderVote(vote: CastVote, other: CastVote): boolean {
  return vote.castAt < other.castAt || (vote.castAt === other.castAt && vote.person < other.person)
}
