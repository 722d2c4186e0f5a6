import type { Vote } from '@jointly/contract'

/**
 * Where the expected order of songs differs from the list. The list shows the current votes, but the expected
 * order also includes later turns and songs that come first after waiting long (V3, V8).
 */
export type ExpectedOrder = {
  /**
   * For each song id, the song that is below in the list and expected before it. If there are several, the
   * earliest one.
   */
  readonly below: ReadonlyMap<string, Vote>
  /**
   * For each song id, the song that is above in the list and expected after it. If there are several, the
   * latest one.
   */
  readonly above: ReadonlyMap<string, Vote>
}

/**
 * Compares the list with the expected order.
 * @param votes the list in its order; a song that plays in this order is in neither map
 */
export function expectedOrder(votes: readonly Vote[]): ExpectedOrder {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/**
 * Finds, for each song, the song before it in `votes` with the most extreme expected time. A song has no entry
 * if its own time is more extreme.
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
