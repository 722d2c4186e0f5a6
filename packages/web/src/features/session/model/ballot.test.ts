import type { Answer, VoteAnswer, VoteDirection } from '@jointly/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settled } from './testing.ts'
import { createBallot, directionAfter, type PendingVotes, tallyWith } from './ballot.ts'

const refusal: Answer<VoteAnswer> = {
  ok: false,
  status: 409,
  retryAfterSec: null,
  error: { code: 'flavor', message: '' },
}

/** A ballot whose votes are answered one by one, when the test says so. */
function booth() {
  const sent: { songId: string; direction: VoteDirection; answer: (answer: Answer<VoteAnswer>) => void }[] =
    []
  const acknowledged: VoteAnswer[] = []
  const timers: (() => void)[] = []
  let pending: PendingVotes = new Map()
  const ballot = createBallot({
    send: (songId, direction) => new Promise((answer) => sent.push({ songId, direction, answer })),
    acknowledged: (answer) => acknowledged.push(answer),
    after: (_delayMs, run) => timers.push(run),
    changed(next) {
      pending = next
    },
  })
  async function acknowledge(refused = false): Promise<void> {
    const last = sent.at(-1)
    if (!last) throw new Error('no vote was sent')
    const { songId: songID, direction: vote } = last
    last.answer(refused ? refusal : { ok: true, value: { songID, vote, score: 1, upvotes: 1, downvotes: 0 } })
    await settled()
  }
  return {
    ballot,
    sent,
    acknowledged,
    acknowledge,
    timers,
    pendingOf: (songId: string) => pending.get(songId),
  }
}

describe('votes that show at once', () => {
  it('V1 the same thumb again withdraws, the other replaces', () => {
    expect(directionAfter('none', 'up')).toBe('up')
    expect(directionAfter('up', 'up')).toBe('none')
    expect(directionAfter('down', 'up')).toBe('up')
  })

  it('V1 a pending vote counts as if it stood, and a failed one as if never cast', () => {
    const row = { score: 2, upvotes: 3, downvotes: 1 }
    expect(tallyWith(row, 'up', { direction: 'down' })).toEqual({
      own: 'down',
      score: 0,
      upvotes: 2,
      downvotes: 2,
    })
    expect(tallyWith(row, 'none', { direction: 'up' })).toEqual({
      own: 'up',
      score: 3,
      upvotes: 4,
      downvotes: 1,
    })
    expect(tallyWith(row, 'up', undefined)).toEqual({ own: 'up', ...row })
    if (refusal.ok) throw new Error('unreachable')
    expect(tallyWith(row, 'up', { failed: refusal, isTold: false })).toEqual({ own: 'up', ...row })
  })

  it('V2 whatever is pending, the score shown is up-votes less down-votes', () => {
    const direction = fc.constantFrom<VoteDirection>('up', 'down', 'none')
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), direction, direction, (up, down, confirmed, wanted) => {
        const upvotes = up + (confirmed === 'up' ? 1 : 0)
        const downvotes = down + (confirmed === 'down' ? 1 : 0)
        const row = { upvotes, downvotes, score: upvotes - downvotes }
        const shown = tallyWith(row, confirmed, { direction: wanted })
        expect(shown.score).toBe(shown.upvotes - shown.downvotes)
        expect(Math.min(shown.upvotes, shown.downvotes)).toBeGreaterThanOrEqual(0)
        expect(tallyWith(shown, wanted, { direction: confirmed })).toEqual({ own: confirmed, ...row })
      }),
    )
  })

  it('V7 a vote is pending until the server acknowledges it', async () => {
    const { ballot, pendingOf, acknowledge, acknowledged } = booth()
    void ballot.cast('one', 'up')
    expect(pendingOf('one')).toEqual({ direction: 'up' })
    await acknowledge()
    expect(pendingOf('one')).toBeUndefined()
    expect(acknowledged).toHaveLength(1)
  })

  it('E3 a refused vote is taken back, with its reason', async () => {
    const { ballot, pendingOf, acknowledge, acknowledged } = booth()
    void ballot.cast('one', 'up')
    await acknowledge(true)
    expect(pendingOf('one')).toEqual({ failed: refusal, isTold: false })
    expect(acknowledged).toHaveLength(0)
  })

  it('E3 why a vote was taken back is told for a while, unless the person votes again', async () => {
    const { ballot, pendingOf, acknowledge, timers } = booth()
    void ballot.cast('one', 'up')
    await acknowledge(true)
    timers.shift()?.()
    expect(pendingOf('one')).toEqual({ failed: refusal, isTold: true })
    void ballot.cast('one', 'up')
    expect(pendingOf('one')).toEqual({ direction: 'up' })
    await acknowledge(true)
    void ballot.cast('one', 'down')
    timers.shift()?.()
    expect(pendingOf('one')).toEqual({ direction: 'down' })
  })

  it('a ballot that is closed says nothing of its session in the next one', async () => {
    const { ballot, pendingOf, acknowledge } = booth()
    void ballot.cast('one', 'up')
    ballot.close()
    await acknowledge(true)
    expect(pendingOf('one')).toEqual({ direction: 'up' })
  })

  it('V1 of quick presses on one song the last one is the one that stands', async () => {
    const { ballot, sent, pendingOf, acknowledge } = booth()
    void ballot.cast('one', 'up')
    void ballot.cast('one', 'none')
    void ballot.cast('one', 'down')
    expect(sent.map(({ direction }) => direction)).toEqual(['up'])
    await acknowledge()
    expect(sent.map(({ direction }) => direction)).toEqual(['up', 'down'])
    expect(pendingOf('one')).toEqual({ direction: 'down' })
    await acknowledge()
    expect(pendingOf('one')).toBeUndefined()
  })

  it('V1 votes for different songs do not wait for each other', () => {
    const { ballot, sent } = booth()
    void ballot.cast('one', 'up')
    void ballot.cast('two', 'down')
    expect(sent.map(({ songId }) => songId)).toEqual(['one', 'two'])
  })

  it('V1 a song that was voted for can be voted for again', async () => {
    const { ballot, sent, acknowledge } = booth()
    void ballot.cast('one', 'up')
    await acknowledge()
    void ballot.cast('one', 'none')
    expect(sent.map(({ direction }) => direction)).toEqual(['up', 'none'])
  })

  it('V7 a vote that is cast while the screen closes still counts', async () => {
    const { ballot, acknowledged, acknowledge } = booth()
    ballot.close()
    const cast = ballot.cast('one', 'up')
    await acknowledge()
    expect((await cast).ok).toBe(true)
    expect(acknowledged).toHaveLength(1)
  })
})
