import type { Vote } from '@jointly/contract'

/**
 * Where the order in which songs are expected differs from the one in which they stand: the list looks at now, the
 * expected moments look ahead over turns and waiting (V3, V8).
 */
export type Order = {
  /** For a song the one below it that is expected before it, the earliest of them; by song id. */
  readonly below: ReadonlyMap<string, Vote>
  /** For a song the one above it that is expected after it, the latest of them; by song id. */
  readonly above: ReadonlyMap<string, Vote>
}

/** @param votes the list, the first song first; songs that play in the order in which they stand are in neither map */
export function expectedOrder(votes: readonly Vote[]): Order {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/** For each song the one met before it whose moment is the most extreme so far, where it is more so than its own. */
function extremes(votes: Iterable<Vote>, isMore: (one: number, other: number) => boolean): Map<string, Vote> {
  const found = new Map<string, Vote>()
  let extreme: Vote | null = null
  let moment = 0
  for (const vote of votes) {
    const { playsAt } = vote.why
    if (playsAt === null) continue
    if (extreme !== null && isMore(moment, playsAt)) found.set(vote.song.id, extreme)
    if (extreme === null || isMore(playsAt, moment)) {
      extreme = vote
      moment = playsAt
    }
  }
  return found
}
