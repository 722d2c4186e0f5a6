import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSessions } from '../../platform/db/row-locks.ts'
import { beginTransaction, untilBlocked, whileDeletingSession, whileLosing } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { openSessionOfRoles, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe.each(databases)('waiting songs and calls at the same time on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    await fixture.addSongs(['a'])
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    cleo = await fixture.addUser('cleo')
    ssid = await openSession(ann, ben, cleo)
    await granted(saveOver(ann, ssid, { approve: true }))
    await vote(ben)
    await vote(cleo)
  })

  const vote = (user: TestUser, wish: 'up' | 'none' = 'up') =>
    granted(user.call('voteUp', { params: { ssid }, body: { songID: 'a', vote: wish } }))
  const decide = (approved: boolean) =>
    ann.call('approve', { params: { ssid, songID: 'a' }, body: { approved } })
  const upvotes = async () =>
    (await granted(ann.call('session', { params: { ssid } }))).votes.map((row) => row.upvotes)
  const rows = (table: 'waiting_songs' | 'votes') =>
    fixture.db.selectFrom(table).select('user_id').where('session_id', '=', ssid).execute()

  /** Starts all calls while the session is locked. So all of them wait for the lock and get it one after the other. */
  async function atOnce<T>(...calls: (() => Promise<T>)[]): Promise<T[]> {
    const locked = await beginTransaction(fixture.db, (trx) => lockSessions(trx, [ssid]))
    const running = Promise.all(calls.map((call) => call()))
    await untilBlocked(factory, fixture.db, running, calls.length)
    await locked.commit()
    return running
  }

  it('H9 of an approval and a refusal at the same time one counts, and the other gets 404', async () => {
    const [approved, declined] = await atOnce(
      () => decide(true),
      () => decide(false),
    )
    expect([approved, declined].filter((answer) => answer?.ok)).toHaveLength(1)
    expect([approved, declined].find((answer) => !answer?.ok)).toMatchObject({ status: 404 })
    expect(await upvotes()).toEqual(approved?.ok ? [2] : [])
    expect(await rows('waiting_songs')).toEqual([])
  })

  it('H9 an approval while the rule is switched off lists the song once', async () => {
    const [approved, saved] = await atOnce<{ ok: boolean }>(
      () => decide(true),
      () => saveOver(ann, ssid, { approve: false }),
    )
    expect(saved?.ok).toBe(true)
    if (!approved?.ok) expect(approved).toMatchObject({ status: 404 })
    expect(await upvotes()).toEqual([2])
    expect(await rows('waiting_songs')).toEqual([])
  })

  it('H9 a wish that is withdrawn while it is approved becomes no vote, or the vote is withdrawn', async () => {
    await atOnce<unknown>(
      () => decide(true),
      () => vote(ben, 'none'),
    )
    expect(await upvotes()).toEqual([1])
    expect((await rows('votes')).map(({ user_id }) => user_id)).toEqual([cleo.id])
    expect(await rows('waiting_songs')).toEqual([])
  })

  it('H9 a wish for a song that is approved at the same moment becomes an up-vote', async () => {
    await vote(cleo, 'none')
    await atOnce<unknown>(
      () => decide(true),
      () => vote(cleo),
    )
    expect(await upvotes()).toEqual([2])
    expect(await rows('waiting_songs')).toEqual([])
  })

  it('H9 S6 an approval in a session that is being deleted gets 404', async () => {
    const answer = await whileDeletingSession(factory, fixture.db, ssid, () => decide(true))
    expect(answer).toMatchObject({ status: 404 })
  })

  it.each([
    ['role', '403 forbidden'],
    ['ban', '403 banned'],
  ] as const)('H9 S5 a manager approves nothing after the loss of: %s', async (loss, refused) => {
    const opened = await openSessionOfRoles(fixture)
    ssid = opened.ssid
    const { owner, manager, guest } = opened.people
    await granted(saveOver(owner, ssid, { approve: true }))
    await vote(guest)
    const approving = () =>
      manager.call('approve', { params: { ssid, songID: 'a' }, body: { approved: true } })
    const call = whileLosing(factory, fixture.db, { ssid, userId: manager.id, loss }, approving)
    expect(await refusal(call)).toBe(refused)
    expect(await rows('votes')).toEqual([])
    expect(await rows('waiting_songs')).toEqual([{ user_id: guest.id }])
  })
})
