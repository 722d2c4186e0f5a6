import { liveClose } from '@jointly/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSessions, lockUser } from '../../platform/db/row-locks.ts'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { type DatabaseFactory, databases, hasRowLocks } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import { saveOver } from '../../testing/managed-session.ts'
import { commitVotes } from '../../session/votes/commit-votes.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const postgres = databases.find(hasRowLocks)

/** These tests are skipped on SQLite, because SQLite runs nothing else during a transaction. */
describe.skipIf(!postgres)('calls of and about a guest at the same moment, on PostgreSQL', () => {
  let server: TestServer
  let ann: Person
  let ssid: string
  let robin: Person & { device: string }
  let songID: string
  beforeAll(async () => {
    server = await startTestServer(postgres)
    ann = await server.signUp('ann')
    ssid = await openSession(ann)
    const { data } = await granted(ann.call('songs', { query: { query: 'a', ssid } }))
    songID = data[0]?.id ?? ''
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    robin = await server.joinAsGuest('Robin', ssid)
    await granted(robin.call('session', { params: { ssid } }))
  })

  const vote = () => robin.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } })
  const blocked = (work: Promise<unknown>, count = 1) =>
    untilBlocked(postgres as DatabaseFactory, server.db, work, count)

  /** Runs work while a transaction that makes an account of the guest has locked the guest's row. */
  async function whileUpgrading<T>(work: () => Promise<T>): Promise<T> {
    const upgrading = await beginTransaction(server.db, (trx) => lockUser(trx, robin.id))
    const result = await work()
    await upgrading.commit()
    return result
  }

  it('G3 V7 a vote counts when their device comes back', async () => {
    const held = await beginTransaction(server.db, (trx) => lockSessions(trx, [ssid]))
    const voting = vote()
    await blocked(voting)
    const returning = server.joinAsGuest('Robin', ssid, robin.device)
    await blocked(returning, 2)
    await held.commit()
    expect((await returning).id).toBe(robin.id)
    expect(await voting).toMatchObject({ ok: true })
  })

  it('G9 V7 a vote counts when they change their nickname', async () => {
    const held = await beginTransaction(server.db, (trx) => sql`lock table users in share mode`.execute(trx))
    const renaming = robin.call('renameGuest', { body: { nickname: 'Kim' } })
    await blocked(renaming)
    const voted = await vote()
    await held.commit()
    await granted(renaming)
    expect(voted).toMatchObject({ ok: true })
  })

  it('G6 A2 a vote is refused, but does not log them out, while an account is made of them', async () => {
    expect(await whileUpgrading(() => refusal(vote()))).toBe('429 rate-limited')
    await granted(vote())
  })

  it('G6 S2 a guest of whom an account is made is not thrown out of the session that they open', async () => {
    const params = { ssid: await openSession(ann) }
    const open = () => robin.call('session', { params })
    expect(await whileUpgrading(() => refusal(open()))).toBe('429 rate-limited')
    const live = await connectLiveAs(server.address, robin.token)
    const ended = await whileUpgrading(() => {
      live.say({ type: 'open', ssid: params.ssid })
      return Promise.race([live.closed, live.next('gone')])
    })
    expect(ended).toBe(liveClose.tryAgainLater)
    await granted(open())
  })

  /** Opens a session in which the guest waits for the song. */
  async function openWithWish(): Promise<{ ssid: string }> {
    const params = { ssid: await openSession(ann, robin) }
    await granted(saveOver(ann, params.ssid, { approve: true }))
    await granted(robin.call('voteUp', { params, body: { songID, vote: 'up' } }))
    return params
  }

  it('G6 H9 the song of a guest of whom an account is made goes on waiting', async () => {
    const params = await openWithWish()
    const approve = () => ann.call('approve', { params: { ...params, songID }, body: { approved: true } })
    const calls = [
      approve,
      () => saveOver(ann, params.ssid, { approve: false }),
      () => ann.call('voteUp', { params, body: { songID, vote: 'up' } }),
    ]
    for (const call of calls) expect(await whileUpgrading(() => refusal(call()))).toBe('429 rate-limited')
    await granted(approve())
    const { votes } = await granted(ann.call('session', { params }))
    expect(votes).toMatchObject([{ song: { id: songID }, upvotes: 1, why: { by: { id: robin.id } } }])
  })

  it('G6 V7 a vote that is refused because of a guest does not affect the votes that arrive with it', async () => {
    const ben = await server.signUp('ben')
    const [waiting, other] = [await openWithWish(), { ssid: await openSession(ben) }]
    const upVote = { songId: songID, action: { kind: 'set', vote: 'up' } } as const
    const votes = [
      { ...upVote, ...waiting, userId: ann.id },
      { ...upVote, ...other, userId: ben.id },
    ]
    const group = createGroupCommit((batch: Readonly<typeof votes>) =>
      commitVotes(server.db, batch, Date.now),
    )
    const outcomes = await whileUpgrading(() => Promise.all(votes.map((vote) => group.add(vote))))
    expect(outcomes).toMatchObject([{ code: 'rate-limited' }, { vote: 'up', upvotes: 1 }])
  })

  it('G6 S7 C8 a guest of whom an account is made is muted and banned at the next attempt', async () => {
    const calls = [
      () => ann.call('mute', { params: { ssid }, body: { userID: robin.id, muted: true } }),
      () => ann.call('setBan', { params: { ssid, id: robin.id }, body: { banned: true } }),
    ]
    for (const call of calls) {
      expect(await whileUpgrading(() => refusal(call()))).toBe('429 rate-limited')
      await granted<unknown>(call())
    }
  })
})
