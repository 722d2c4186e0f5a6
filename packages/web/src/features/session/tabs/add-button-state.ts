import type { Vote, You } from '@jointly/contract'
import type { PendingVotes } from '../model/vote-sender.ts'

/**
 * The state of a song's add button (spec section 4). `removing`: the vote is being taken back. `waiting`: the song needs
 * an approval (H9). `failed`: the song was not added.
 */
export type AddState = 'add' | 'listed' | 'loading' | 'removing' | 'added' | 'waiting' | 'failed'

/**
 * Returns the state of the add button of a song.
 * @param votes the vote list of the session
 * @param own the person's confirmed votes by song id, and the person's songs that wait for approval
 * @param pending the person's votes that the server has not answered yet or has refused
 */
export function addStateOf(
  songId: string,
  votes: readonly Vote[],
  own: Pick<You, 'votes' | 'waiting'>,
  pending: PendingVotes,
): AddState {
  const vote = pending.get(songId)
  if (vote && 'direction' in vote) return vote.direction === 'up' ? 'loading' : 'removing'
  if (vote?.wanted === 'up') return 'failed'
  if (own.votes[songId] === 'up') return 'added'
  if (own.waiting?.includes(songId)) return 'waiting'
  return votes.some((row) => row.song.id === songId) ? 'listed' : 'add'
}
