import type { Answer, Vote, VoteAnswer, VoteDirection } from '@jointly/contract'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { createSettledVotes } from './settled-votes.ts'

/** A vote of this person that the server has not answered yet, or has refused. */
export type PendingVote = { readonly direction: VoteDirection } | FailedVote

/** A vote that the server has refused, or for which no answer came. */
export type FailedVote = {
  readonly failed: FailedAnswer
  readonly wanted: VoteDirection
  /** Whether the message about the refusal is no longer shown. */
  readonly isNoticeOver: boolean
  /** Whether the person pressed in the vote list. Only that place announces the refusal to screen readers (E3). */
  readonly isFromList?: boolean
}

export type PendingVotes = ReadonlyMap<string, PendingVote>

export type Tally = {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly own: VoteDirection
}

/**
 * Returns the person's vote after a press on a vote button. A press on the button of the current vote withdraws the
 * vote (V1).
 */
export function directionAfter(own: VoteDirection, pressed: 'up' | 'down'): VoteDirection {
  return own === pressed ? 'none' : pressed
}

/**
 * Adds a pending vote to the counts of a song.
 * @param confirmed this person's vote that is already part of the counts
 * @param pending this person's unanswered vote; a refused vote does not count
 */
export function tallyWith(
  row: Pick<Vote, 'score' | 'upvotes' | 'downvotes'>,
  confirmed: VoteDirection,
  pending: PendingVote | undefined,
): Tally {
  const own = pending && 'direction' in pending ? pending.direction : confirmed
  const upvotes = row.upvotes + count(own, 'up') - count(confirmed, 'up')
  const downvotes = row.downvotes + count(own, 'down') - count(confirmed, 'down')
  return { own, upvotes, downvotes, score: upvotes - downvotes }
}

const count = (own: VoteDirection, direction: VoteDirection) => (own === direction ? 1 : 0)

/** The message about a refused vote is shown for this number of milliseconds. */
const NOTICE_MS = 15_000

export type VoteSenderDependencies = {
  /** Sends a vote. The request contains the direction, so that a repeated request changes nothing (V1). */
  send(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>>
  onAcknowledged(answer: VoteAnswer): void
  after(delayMs: number, run: () => void): void
  onChange(pending: PendingVotes): void
}

export type VoteSender = {
  /**
   * Casts a vote. The vote is pending until the server answers. Resolves when the server has answered this vote or a
   * later vote for the song.
   * @param isFromList whether the person pressed in the vote list
   */
  cast(songId: string, direction: VoteDirection, isFromList?: boolean): Promise<Answer<VoteAnswer>>
  /**
   * Call this with each new view of the session. A vote that seemed to fail, because only its answer was lost, is no
   * longer shown as failed. Neither is a vote for a song that was chosen or left the list after the press. Such a song
   * has no votes any more, and it may have begun and ended between two views.
   * @param votes this person's votes by song, from the server
   * @param chosen the ids of the song that plays and of the announced song
   * @param listed the ids of the songs in the list; null if the view has only a part of the list
   */
  confirm(
    votes: Readonly<Record<string, VoteDirection>>,
    chosen: readonly string[],
    listed: readonly string[] | null,
  ): void
  /** Stops calling `onChange`. Votes that are already sent are not cancelled. */
  close(): void
}

/**
 * Creates the sender of this person's votes. It sends the votes for one song one after the other, so that the last
 * vote counts.
 */
export function createVoteSender(dependencies: VoteSenderDependencies): VoteSender {
  const pending = new Map<string, PendingVote>()
  /** The songs whose last vote was pressed in the vote list. */
  const fromList = new Set<string>()
  const running = new Map<string, Promise<Answer<VoteAnswer>>>()
  const settledVotes = createSettledVotes()
  let isClosed = false

  function set(songId: string, vote: PendingVote | null): void {
    if (isClosed) return
    if (vote === null) pending.delete(songId)
    else pending.set(songId, vote)
    dependencies.onChange(new Map(pending))
  }

  function fail(songId: string, wanted: VoteDirection, failed: FailedAnswer): void {
    // Only the answer was lost, and a newer view arrived before.
    if (settledVotes.has(songId, wanted)) return set(songId, null)
    const vote = { failed, wanted, isNoticeOver: false, isFromList: fromList.has(songId) }
    set(songId, vote)
    dependencies.after(NOTICE_MS, () => {
      if (pending.get(songId) === vote) set(songId, { ...vote, isNoticeOver: true })
    })
  }

  async function send(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>> {
    const answer = await dependencies.send(songId, direction)
    const wanted = pending.get(songId)
    if (wanted && 'direction' in wanted && wanted.direction !== direction)
      return send(songId, wanted.direction)
    if (answer.ok) {
      dependencies.onAcknowledged(answer.value)
      set(songId, null)
    } else fail(songId, direction, answer)
    return answer
  }

  return {
    cast(songId, direction, isFromList) {
      if (isFromList) fromList.add(songId)
      else fromList.delete(songId)
      settledVotes.press(songId)
      set(songId, { direction })
      const current = running.get(songId)
      if (current) return current
      const sending = send(songId, direction).finally(() => running.delete(songId))
      running.set(songId, sending)
      return sending
    },
    confirm(votes, chosen, listed) {
      settledVotes.update({ votes, chosen, listed }, [...pending.keys()])
      for (const [songId, vote] of pending)
        if ('failed' in vote && settledVotes.has(songId, vote.wanted)) set(songId, null)
    },
    close() {
      isClosed = true
    },
  }
}
