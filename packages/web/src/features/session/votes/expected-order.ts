import type { Vote } from '@jointly/contract'

/**
 * The differences between the expected order of songs and the list. The list shows the current votes, and the
 * expected times also include later turns and overtakings (V3, V8).
 */
export type ExpectedOrder = {
  /** For each song id, the earliest song that is below it in the list and expected before it. */
  readonly below: ReadonlyMap<string, Vote>
  /** For each song id, the latest song that is above it in the list and expected after it. */
  readonly above: ReadonlyMap<string, Vote>
}

/**
 * Compares the list with the expected order.
 *
 * @param votes the list in its order; songs that play in this order are in neither map
 */
export function expectedOrder(votes: readonly Vote[]): ExpectedOrder {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/**
 * Finds for each song the song before it with the most extreme expected time, if that is more extreme than
 * its own.
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
