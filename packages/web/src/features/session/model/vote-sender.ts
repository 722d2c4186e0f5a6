import type { Answer, Vote, VoteAnswer, VoteDirection } from '@jointly/contract'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'

/** A vote of this person that the server has not answered yet or has refused. */
export type PendingVote =
  | { readonly direction: VoteDirection }
  | {
      readonly failed: FailedAnswer
      /** The direction that was refused. */
      readonly wanted: VoteDirection
      /** Whether the message about the refusal is hidden again. */
      readonly isNoticeOver: boolean
    }

export type PendingVotes = ReadonlyMap<string, PendingVote>

export type Tally = {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly own: VoteDirection
}

/** Returns the person's vote after a press on a thumb. A press on the thumb of their own vote withdraws it (V1). */
export function directionAfter(own: VoteDirection, pressed: 'up' | 'down'): VoteDirection {
  return own === pressed ? 'none' : pressed
}

/**
 * Adds a pending vote to the counts of a song.
 * @param confirmed this person's vote that the counts already include
 * @param pending this person's vote that was not answered yet; a refused vote does not count
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

/** How long the message about a refused vote is shown, in milliseconds. */
const NOTICE_MS = 15_000

export type VoteSenderDependencies = {
  /** Sends a vote. The call sets the direction, so that a repeated call changes nothing (V1). */
  send(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>>
  onAcknowledged(answer: VoteAnswer): void
  after(delayMs: number, run: () => void): void
  onChange(pending: PendingVotes): void
}

export type VoteSender = {
  /**
   * Casts a vote. It is pending until the server answers. Resolves when this vote or a later one for the song is
   * answered.
   */
  cast(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>>
  /**
   * Removes votes that are shown as failed although the server has counted them: only the answers to them were lost.
   * @param votes this person's votes by song, as the server sent them
   */
  confirm(votes: Readonly<Record<string, VoteDirection>>): void
  /** Stops calling `onChange`. Votes that were already sent are not cancelled. */
  close(): void
}

/**
 * Creates the sender of this person's votes. Votes for one song are sent one after the other, so that the last press
 * decides.
 */
export function createVoteSender(dependencies: VoteSenderDependencies): VoteSender {
  const pending = new Map<string, PendingVote>()
  const running = new Map<string, Promise<Answer<VoteAnswer>>>()
  let isClosed = false

  function set(songId: string, vote: PendingVote | null): void {
    if (isClosed) return
    if (vote === null) pending.delete(songId)
    else pending.set(songId, vote)
    dependencies.onChange(new Map(pending))
  }

  function fail(songId: string, wanted: VoteDirection, failed: FailedAnswer): void {
    const vote = { failed, wanted, isNoticeOver: false }
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
    cast(songId, direction) {
      set(songId, { direction })
      const current = running.get(songId)
      if (current) return current
      const sending = send(songId, direction).finally(() => running.delete(songId))
      running.set(songId, sending)
      return sending
    },
    confirm(votes) {
      for (const [songId, vote] of pending)
        if ('failed' in vote && vote.wanted === (votes[songId] ?? 'none')) set(songId, null)
    },
    close() {
      isClosed = true
    },
  }
}
