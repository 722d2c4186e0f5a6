import type { Vote } from '@jointly/contract'

/**
 * Where the order in which songs are expected differs from the one in which they stand: the list looks at now, the
 * expected moments look ahead over turns and waiting (V3, V8).
 */
export type OrderHint = {
  /** The song below it that is expected before it, the earliest of them. */
  readonly below: Vote | null
  /** The song above it that is expected after it, the latest of them. */
  readonly above: Vote | null
}

/** @returns by song id; songs that play in the order in which they stand are absent */
export function orderHints(votes: readonly Vote[]): ReadonlyMap<string, OrderHint> {
  const below = extremes(votes.toReversed(), (one, other) => one < other)
  const above = extremes(votes, (one, other) => one > other)
  const hints = new Map<string, OrderHint>()
  for (const { song } of votes) {
    const hint = { below: below.get(song.id) ?? null, above: above.get(song.id) ?? null }
    if (hint.below || hint.above) hints.set(song.id, hint)
  }
  return hints
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
