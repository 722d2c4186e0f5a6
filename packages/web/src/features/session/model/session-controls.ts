import type { Answer } from '@jointly/contract'
import type { FollowerState } from './follower.ts'
import type { VoteActions } from './use-vote.ts'
import type { PendingVotes } from './vote-sender.ts'

/**
 * The state of the open session, and the actions of this person in it. `use-session.ts` makes it.
 */
export type SessionControls = {
  state: FollowerState
  pending: PendingVotes
  /** The screen provides them to the vote buttons as `VoteContext`. */
  voteActions: VoteActions
  /**
   * Sets or withdraws the person's wish to skip the current song (K1). Resolves to null if no song plays, or if this
   * is the second press of a double tap (V9).
   */
  setSkipWish(wish: boolean): Promise<Answer<unknown> | null>
  /**
   * Adds the session to this person's favorites, or removes it from them. If the server accepts, the home list is
   * fetched again.
   */
  star(favorite: boolean): Promise<Answer<unknown>>
  askPlay(): Promise<void>
  setListening(listening: boolean): void
  retry(): void
}
