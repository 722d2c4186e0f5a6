import type { Answer, VoteAnswer, VoteDirection } from '@jointly/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settled } from './testing.ts'
import { createVoteSender, directionAfter, type PendingVotes, tallyWith } from './vote-sender.ts'

const refusal: Answer<VoteAnswer> = {
  ok: false,
  status: 409,
  retryAfterSec: null,
  error: { code: 'flavor', message: '' },
}

/** Creates a vote sender. The test decides when each vote is answered. */
function startVoteSender() {
  const sent: { songId: string; direction: VoteDirection; answer: (answer: Answer<VoteAnswer>) => void }[] =
    []
  const acknowledged: VoteAnswer[] = []
  const timers: (() => void)[] = []
  let pending: PendingVotes = new Map()
  const sender = createVoteSender({
    send: (songId, direction) => new Promise((answer) => sent.push({ songId, direction, answer })),
    onAcknowledged: (answer) => acknowledged.push(answer),
    after: (_delayMs, run) => timers.push(run),
    onChange(next) {
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
    sender,
    sent,
    acknowledged,
    acknowledge,
    timers,
    pendingOf: (songId: string) => pending.get(songId),
  }
}

describe('votes that are shown at once', () => {
  it('V1 the same thumb again withdraws the vote, and the other thumb replaces it', () => {
    expect(directionAfter('none', 'up')).toBe('up')
    expect(directionAfter('up', 'up')).toBe('none')
    expect(directionAfter('down', 'up')).toBe('up')
  })

  it('V1 a pending vote counts, and a refused vote does not count', () => {
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
    expect(tallyWith(row, 'up', { failed: refusal, wanted: 'down', isNoticeOver: false })).toEqual({
      own: 'up',
      ...row,
    })
  })

  it('V2 with any pending vote the score is the up-votes minus the down-votes', () => {
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
    const { sender, pendingOf, acknowledge, acknowledged } = startVoteSender()
    void sender.cast('one', 'up')
    expect(pendingOf('one')).toEqual({ direction: 'up' })
    await acknowledge()
    expect(pendingOf('one')).toBeUndefined()
    expect(acknowledged).toHaveLength(1)
  })

  it('E3 a refused vote is removed and its reason is kept', async () => {
    const { sender, pendingOf, acknowledge, acknowledged } = startVoteSender()
    void sender.cast('one', 'up')
    await acknowledge(true)
    expect(pendingOf('one')).toMatchObject({ failed: refusal, isNoticeOver: false })
    expect(acknowledged).toHaveLength(0)
  })

  it('E3 a refused vote says where the last press was, in the list or elsewhere', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    for (const isFromList of [true, false]) {
      void sender.cast('one', 'up', isFromList)
      await acknowledge(true)
      expect(pendingOf('one')).toMatchObject({ isFromList })
    }
  })

  it('E3 V7 a vote that reached the server although its answer was lost is no longer refused', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({ two: 'up', one: 'down' }, [], null)
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
    sender.confirm({ one: 'up' }, [], null)
    expect(pendingOf('one')).toBeUndefined()
  })

  it('E3 a refused vote has no reason any more when its song was chosen after the press', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    sender.confirm({}, ['playing'], null)
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({}, ['playing', 'two'], null)
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
    sender.confirm({}, ['playing', 'one'], null)
    expect(pendingOf('one')).toBeUndefined()
  })

  it('E3 a refused vote has no reason any more when its song began and ended before the next view', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    sender.confirm({}, [], ['one', 'two'])
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({}, ['two'], ['one'])
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
    sender.confirm({}, ['three'], [])
    expect(pendingOf('one')).toBeUndefined()
  })

  it('E3 a vote that is refused after its song left the list gets no reason', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    sender.confirm({}, [], ['one'])
    sender.confirm({}, [], [])
    await acknowledge(true)
    expect(pendingOf('one')).toBeUndefined()
  })

  it('E3 a refused vote keeps its reason if its song was never listed, or if the view has only a part of the list', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    sender.confirm({}, [], ['two'])
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({}, [], [])
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
    sender.confirm({}, [], ['one'])
    sender.confirm({}, [], null)
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
  })

  it('E3 a song that left the list before a vote does not hide why the vote was refused', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    sender.confirm({}, [], ['one'])
    sender.confirm({}, [], [])
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({}, [], [])
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
  })

  it('E3 a vote that is refused after its song was chosen gets no reason', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    sender.confirm({}, ['one'], null)
    await acknowledge(true)
    expect(pendingOf('one')).toBeUndefined()
  })

  it('E3 a refused vote for a song that already plays keeps its reason', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    sender.confirm({}, ['one'], null)
    void sender.cast('one', 'up')
    await acknowledge(true)
    sender.confirm({}, ['one'], null)
    expect(pendingOf('one')).toMatchObject({ failed: refusal })
  })

  it('E3 the reason of a refused vote is shown for a while, or until the person votes again', async () => {
    const { sender, pendingOf, acknowledge, timers } = startVoteSender()
    void sender.cast('one', 'up')
    await acknowledge(true)
    timers.shift()?.()
    expect(pendingOf('one')).toMatchObject({ failed: refusal, isNoticeOver: true })
    void sender.cast('one', 'up')
    expect(pendingOf('one')).toEqual({ direction: 'up' })
    await acknowledge(true)
    void sender.cast('one', 'down')
    timers.shift()?.()
    expect(pendingOf('one')).toEqual({ direction: 'down' })
  })

  it('a closed vote sender reports no changes', async () => {
    const { sender, pendingOf, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    sender.close()
    await acknowledge(true)
    expect(pendingOf('one')).toEqual({ direction: 'up' })
  })

  it('V1 after quick presses on one song the last one counts', async () => {
    const { sender, sent, pendingOf, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    void sender.cast('one', 'none')
    void sender.cast('one', 'down')
    expect(sent.map(({ direction }) => direction)).toEqual(['up'])
    await acknowledge()
    expect(sent.map(({ direction }) => direction)).toEqual(['up', 'down'])
    expect(pendingOf('one')).toEqual({ direction: 'down' })
    await acknowledge()
    expect(pendingOf('one')).toBeUndefined()
  })

  it('V1 votes for different songs do not wait for each other', () => {
    const { sender, sent } = startVoteSender()
    void sender.cast('one', 'up')
    void sender.cast('two', 'down')
    expect(sent.map(({ songId }) => songId)).toEqual(['one', 'two'])
  })

  it('V1 a person can vote again for a song', async () => {
    const { sender, sent, acknowledge } = startVoteSender()
    void sender.cast('one', 'up')
    await acknowledge()
    void sender.cast('one', 'none')
    expect(sent.map(({ direction }) => direction)).toEqual(['up', 'none'])
  })

  it('V7 a vote that is cast after the screen was closed still counts', async () => {
    const { sender, acknowledged, acknowledge } = startVoteSender()
    sender.close()
    const cast = sender.cast('one', 'up')
    await acknowledge()
    expect((await cast).ok).toBe(true)
    expect(acknowledged).toHaveLength(1)
  })
})
