/** One person's vote for one song in one session (V1). `none` means that the person has no vote. */
export type VoteDirection = 'up' | 'down' | 'none'

/**
 * What a call does with a person's vote (V1). `toggle` votes in a direction, or withdraws the vote if the person has
 * voted in this direction already. `set` stores the given vote, so repeating it changes nothing.
 */
export type VoteAction =
  | { readonly kind: 'toggle'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'set'; readonly vote: VoteDirection }

/** How long a song stays listed after its score became negative, in milliseconds (V5). */
export const NEGATIVE_STAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the vote after a call (V1).
 * @param current the vote before the call
 */
export function voteAfter(current: VoteDirection, action: VoteAction): VoteDirection {
  if (action.kind === 'set') return action.vote
  return current === action.direction ? 'none' : action.direction
}
