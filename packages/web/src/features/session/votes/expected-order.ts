import type { Vote } from '@jointly/contract'

/**
 * Where the expected order of songs differs from the order of the list. The list is ordered by the current votes. The
 * expected order also considers later turns, and songs that come first after a long wait (V3, V8).
 */
export type ExpectedOrder = {
  /**
   * By song id: a song that is lower in the list but expected earlier. If there are several, the one that is expected
   * first.
   */
  readonly below: ReadonlyMap<string, Vote>
  /**
   * By song id: a song that is higher in the list but expected later. If there are several, the one that is expected
   * last.
   */
  readonly above: ReadonlyMap<string, Vote>
}

/**
 * Finds the songs that are expected to play in another order than that of the list.
 * @param votes the songs in the order of the list
 */
export function expectedOrder(votes: readonly Vote[]): ExpectedOrder {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/**
 * Goes through `votes` and finds, for each song, the most extreme expected time among the songs before it. The song
 * with this time is the entry. A song gets no entry if its own time is at least as extreme.
 */
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
