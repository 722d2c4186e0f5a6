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
interface Tally {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly behind: string | null
}

/**
 * Counts the votes for one song, as the database must count them (V2, V3).
 * @param votes the stored votes, in any order
 */
export function tally(votes: Iterable<CastVote>): Tally {
  let upvotes = 0
  let downvotes = 0
  let oldest: CastVote | null = null
  for (const vote of votes) {
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
