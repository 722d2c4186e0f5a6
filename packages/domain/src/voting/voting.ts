/** What stands of one person's vote for one song in one session (V1). */
export type VoteDirection = 'up' | 'down' | 'none'

/** What a call asks for: a bare call toggles, one that names the vote sets it, so that a retry changes nothing (V1). */
export type VoteWish =
  | { readonly kind: 'toggle'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'set'; readonly vote: VoteDirection }

/** One person's standing vote. `castAt` is when it took its direction, in epoch milliseconds. */
export interface CastVote {
  readonly person: string
  readonly direction: 'up' | 'down'
  readonly castAt: number
}

/** What the counted votes for one song come to (V2). `behind` is the oldest standing up-vote's person (V3). */
export interface Tally {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly behind: string | null
}

/** How long after its score fell below zero a song stays listed, in milliseconds (V5). */
export const NEGATIVE_STAY_MS = 24 * 60 * 60 * 1000

/**
 * The vote that stands after a wish (V1).
 *
 * @param standing what stood before
 * @param wish a toggle (the same direction withdraws, the other replaces) or a setting
 */
export function voteAfter(standing: VoteDirection, wish: VoteWish): VoteDirection {
  if (wish.kind === 'set') return wish.vote
  return standing === wish.direction ? 'none' : wish.direction
}

/**
 * Counts the votes for one song (V2, V3). Votes of banned people stand but do not count (S5).
 *
 * @param votes the standing votes, in any order
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
