import type { Answer, Vote, VoteAnswer, VoteDirection } from '@jointly/contract'

type Refused = Extract<Answer<unknown>, { ok: false }>

/** One song's own vote that the server has not acknowledged: `failed` carries why it was taken back. */
export type PendingVote =
  | { readonly direction: VoteDirection }
  | {
      readonly failed: Refused
      /** Whether the reason was told for long enough. */
      readonly isTold: boolean
    }

export type PendingVotes = ReadonlyMap<string, PendingVote>

export type Tally = {
  readonly score: number
  readonly upvotes: number
  readonly downvotes: number
  readonly own: VoteDirection
}

/** What a press on a thumb asks for: the same direction again withdraws, the other replaces (V1). */
export function directionAfter(own: VoteDirection, pressed: 'up' | 'down'): VoteDirection {
  return own === pressed ? 'none' : pressed
}

/**
 * A song's tally as it will be once the pending vote is acknowledged.
 *
 * @param confirmed the own direction the row's numbers include
 * @param pending the own vote on its way; a failed one counts as never cast
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

/** For how long it is told why a vote was taken back. */
const FAILED_TOLD_MS = 15_000

export type BallotPorts = {
  /** Sends a vote; `vote` sets, so that a repeated call changes nothing (V1). */
  send(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>>
  acknowledged(answer: VoteAnswer): void
  after(delayMs: number, run: () => void): void
  changed(pending: PendingVotes): void
}

export type Ballot = {
  /** Casts a vote that shows at once; resolves when this or a later vote for the song is answered. */
  cast(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>>
  /** Votes on their way still count, but nothing is told of them any more. */
  close(): void
}

/** Sends votes one at a time for each song, so that the last press is the one that stands on the server. */
export function createBallot(ports: BallotPorts): Ballot {
  const pending = new Map<string, PendingVote>()
  const running = new Map<string, Promise<Answer<VoteAnswer>>>()
  let isClosed = false

  function set(songId: string, vote: PendingVote | null): void {
    if (isClosed) return
    if (vote === null) pending.delete(songId)
    else pending.set(songId, vote)
    ports.changed(new Map(pending))
  }

  function fail(songId: string, failed: Refused): void {
    const vote = { failed, isTold: false }
    set(songId, vote)
    ports.after(FAILED_TOLD_MS, () => {
      if (pending.get(songId) === vote) set(songId, { failed, isTold: true })
    })
  }

  async function send(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer>> {
    const answer = await ports.send(songId, direction)
    const wanted = pending.get(songId)
    if (wanted && 'direction' in wanted && wanted.direction !== direction)
      return send(songId, wanted.direction)
    if (answer.ok) {
      ports.acknowledged(answer.value)
      set(songId, null)
    } else fail(songId, answer)
    return answer
  }

  return {
    cast(songId, direction) {
      set(songId, { direction })
      const already = running.get(songId)
      if (already) return already
      const sending = send(songId, direction).finally(() => running.delete(songId))
      running.set(songId, sending)
      return sending
    },
    close() {
      isClosed = true
    },
  }
}
