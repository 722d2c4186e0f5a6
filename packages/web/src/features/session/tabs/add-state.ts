import type { Vote } from '@jointly/contract'
import type { PendingVotes } from '../model/vote-sender.ts'

/** The state of a song's add button (spec section 4). */
export type AddState = 'add' | 'listed' | 'loading' | 'added' | 'failed'

/**
 * Returns the state of the add button of a song.
 * @param votes the session's list
 * @param own the person's confirmed votes, by song id
 * @param pending the person's votes that are not confirmed yet
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
