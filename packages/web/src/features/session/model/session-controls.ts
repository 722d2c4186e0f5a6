import type { Answer, Song, VoteAnswer, VoteDirection } from '@jointly/contract'
import type { FollowerState } from './follower.ts'
import type { PendingVotes } from './vote-sender.ts'

/**
 * The state of the open session, and the actions of this person in it. `use-session.ts` makes it; the two casts are in
 * `use-cast.ts`.
 */
export type SessionControls = {
  state: FollowerState
  pending: PendingVotes
  /**
   * Sends a vote of this person. The vote is shown at once. If the server refuses it, the row shows the previous vote
   * and the reason. Resolves to null if the screen is closed, or if this is the second press of a double tap (V9).
   * @param isFromList whether the person pressed in the vote list
   */
  cast(songId: string, direction: VoteDirection, isFromList?: boolean): Promise<Answer<VoteAnswer> | null>
  /** Sends a vote like `cast`. If the song then leaves the list, a message offers to undo this (V1). */
  castInList(song: Pick<Song, 'id' | 'title'>, direction: VoteDirection): Promise<void>
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
