import type { Vote } from '@jointly/contract'

/**
 * Where the expected order of songs differs from the list. The list shows the votes now, and the expected times also
 * include later turns and waiting times (V3, V8).
 */
export type ExpectedOrder = {
  /** By song id: the earliest song that is below it and expected before it. */
  readonly below: ReadonlyMap<string, Vote>
  /** By song id: the latest song that is above it and expected after it. */
  readonly above: ReadonlyMap<string, Vote>
}

/** @param votes the list in its order; songs that play in this order are in neither map */
export function expectedOrder(votes: readonly Vote[]): ExpectedOrder {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/** For each song the one before it with the most extreme expected time, if that is more extreme than its own. */
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
