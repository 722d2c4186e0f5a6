import type { Vote } from '@jointly/contract'
import type { PendingVotes } from '../model/ballot.ts'

/** What the add button of a song shows: add, then loading, then the thumb or a warning (spec section 4). */
export type AddState = 'add' | 'listed' | 'loading' | 'added' | 'failed'

/**
 * @param votes the session's list
 * @param own the own acknowledged votes, by song
 * @param pending own votes on their way
 */
export function addStateOf(
  songId: string,
  votes: readonly Vote[],
  own: Readonly<Record<string, 'up' | 'down'>>,
  pending: PendingVotes,
): AddState {
  const vote = pending.get(songId)
  if (vote) return 'failed' in vote ? 'failed' : 'loading'
  if (own[songId] === 'up') return 'added'
  return votes.some((row) => row.song.id === songId) ? 'listed' : 'add'
}
