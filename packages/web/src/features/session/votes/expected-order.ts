import type { Vote } from '@jointly/contract'
import { createContext } from 'react'

/**
 * The songs that will probably not play in the order of the list. The list has the order that the votes give now. The
 * expected order also considers later turns, and songs that come first after a long wait (V3, V8).
 */
export type ExpectedOrder = {
  /**
   * The key is the id of a song. The value is a song below it in the list that is expected to play earlier. If there
   * are several, the value is the song that is expected first.
   */
  readonly below: ReadonlyMap<string, Vote>
  /**
   * The key is the id of a song. The value is a song above it in the list that is expected to play later. If there
   * are several, the value is the song that is expected last.
   */
  readonly above: ReadonlyMap<string, Vote>
}

/**
 * Compares the order of the list with the order in which the songs are expected to play. Returns, for each song with
 * a difference, one song that will play before or after it although the list says otherwise.
 * @param votes the songs in the order of the list
 */
export function expectedOrder(votes: readonly Vote[]): ExpectedOrder {
  return {
    below: extremes(votes.toReversed(), (one, other) => one < other),
    above: extremes(votes, (one, other) => one > other),
  }
}

/**
 * Compares each song with the songs before it in `votes`. The entry of a song is the song before it with the most
 * extreme expected time. If no song before it has a more extreme time than the song itself, it gets no entry.
 * @param isMore returns whether the first time is more extreme than the second time
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

/** The first songs of the vote list, which are in the session's view, and their expected order. */
export type VoteListContent = { readonly votes: readonly Vote[]; readonly order: ExpectedOrder }

/**
 * The vote list for expanded rows. It is a context and not a prop, so that a change of the list does not render the
 * other rows.
 */
export const VoteListContext = createContext<VoteListContent>({ votes: [], order: expectedOrder([]) })
