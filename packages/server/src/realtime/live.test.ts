import { liveClose, type ServerMessage } from '@jointly/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectLive, connectLiveAs, listenLive } from '../testing/live-client.ts'
import {
  befriend,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../testing/session-fixture.ts'

type Of<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

let fixture: SessionFixture
let ann: TestUser
let ben: TestUser

beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

beforeEach(async () => {
  ann = await fixture.addUser('ann')
  ben = await fixture.addUser('ben')
})

const connect = () => connectLive(fixture.origin)
const connectAs = (guest: TestUser) => connectLiveAs(fixture.origin, guest.token)
const listenIn = (guest: TestUser, ssid: string) => listenLive(fixture.origin, guest.token, ssid)

const activeIn = async (ssid: string) =>
  (await granted(ann.call('session', { params: { ssid } }))).active.map(({ id }) => id)

describe('many connections', () => {
  it('S4 above the limit, the oldest connection of the same user ends', async () => {
    const other = await connectAs(ben)
    const first = await connectAs(ann)
    const second = await connectAs(ann)
    for (let more = 0; more < 19; more += 1) await connectAs(ann)
    expect(await first.closed).toBe(liveClose.tooMany)
    for (const live of [second, other]) {
      live.say({ type: 'clock', sentMs: 1 })
      await live.next('clock')
    }
  })
})

describe('the first message', () => {
  it('A1 authenticates by a token, and an invalid token ends the connection', async () => {
    const live = await connect()
    live.say({ type: 'hello', token: 'unknown' })
    expect(await live.closed).toBe(liveClose.unauthenticated)
  })

  it('A1 any other first message ends the connection', async () => {
    const live = await connect()
    live.say({ type: 'open', ssid: crypto.randomUUID() })
    expect(await live.closed).toBe(liveClose.unauthenticated)
  })

  it('E1 an invalid message ends the connection', async () => {
    const live = await connectAs(ann)
    live.say('{"type":"sing"}')
    expect(await live.closed).toBe(liveClose.malformed)
  })

  it('E1 a message that is too long, or too many messages, end the connection', async () => {
    const long = await connectAs(ann)
    long.say({ type: 'hello', token: 'x'.repeat(5_000) })
    expect(await long.closed).toBe(1009)
    const many = await connectAs(ann)
    for (let probe = 0; probe < 300; probe += 1) many.say({ type: 'clock', sentMs: probe })
    expect(await many.closed).toBe(liveClose.tooMany)
  })
})

describe('a session over the live connection', () => {
  it('D2 opening sends the same state as the HTTP call, and the personal view in its own message', async () => {
    const ssid = await openSession(ann)
    const live = await connectAs(ben)
    live.say({ type: 'open', ssid })
    const { session } = await live.next('session')
    const { you } = await live.next('you')
    const { you: own, setup, ...shared } = await granted(ben.call('session', { params: { ssid } }))
    const { manager, ...sharedSetup } = setup
    expect(session).toEqual({ ...shared, setup: sharedSetup })
    expect(manager).toBeNull()
    expect(you).toEqual(own)
  })

  it('D2 a change is pushed to everyone in the session, and a personal view only to its user', async () => {
    const ssid = await openSession(ann)
    await fixture.addSongs(['a'])
    const [atAnn, atBen] = [await listenIn(ann, ssid), await listenIn(ben, ssid)]
    await granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    const hasVote = ({ session }: Of<'session'>) => session.votes[0]?.score === 1
    await Promise.all([atAnn.next('session', hasVote), atBen.next('session', hasVote)])
    expect((await atBen.next('you')).you.votes).toEqual({ a: 'up' })
    atAnn.say({ type: 'clock', sentMs: 1 })
    await atAnn.next('clock')
    expect(atAnn.hasReceived('you')).toBe(false)
  })

  it('V6 users get a new personal view when a chosen song uses up their votes', async () => {
    const ssid = await openSession(ann)
    await fixture.addSongs(['a'])
    const live = await listenIn(ben, ssid)
    await granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    await live.next('you', ({ you }) => you.votes.a === 'up')
    await granted(ann.call('play', { params: { ssid } }))
    expect((await live.next('you', ({ you }) => you.votes.a === undefined)).you.votes).toEqual({})
  })

  it('K1 users who wished to skip get a personal view without the wish when the next song starts', async () => {
    const ssid = await openSession(ann)
    await fixture.addSongs(['a', 'b'])
    const atBen = await listenIn(ben, ssid)
    for (const songID of ['a', 'b']) await granted(ben.call('voteUp', { params: { ssid }, body: { songID } }))
    await granted(ann.call('play', { params: { ssid } }))
    const cleo = await fixture.addUser('cleo')
    await granted(cleo.call('session', { params: { ssid } }))
    await granted(ben.call('skip', { params: { ssid } }))
    await atBen.next('you', ({ you }) => you.skip)
    await granted(ann.call('skip', { params: { ssid } }))
    const { you } = await atBen.next('you', ({ you }) => !you.skip && you.votes.b === undefined)
    expect(you).toMatchObject({ votes: {}, skip: false })
  })

  it('K1 a client says when it starts and stops playing sound, and everyone gets the number of listeners', async () => {
    const ssid = await openSession(ann)
    const [atAnn, atBen] = [await listenIn(ann, ssid), await listenIn(ben, ssid)]
    await atAnn.next('people', ({ listenerCount }) => listenerCount === 2)
    atBen.say({ type: 'sound', ssid, sound: false })
    expect(await atAnn.next('people', ({ listenerCount }) => listenerCount === 1)).toMatchObject({
      activeCount: 2,
    })
    atBen.say({ type: 'close', ssid })
    await atAnn.next('people', ({ activeCount }) => activeCount === 1)
    atBen.say({ type: 'open', ssid, sound: false })
    await atAnn.next('people', ({ activeCount, listenerCount }) => activeCount === 2 && listenerCount === 1)
    atBen.say({ type: 'sound', ssid, sound: true })
    await atAnn.next('people', ({ listenerCount }) => listenerCount === 2)
  })

  it('S4 a user is active while the connection is open, and closing the session ends it at once', async () => {
    const ssid = await openSession(ann)
    const live = await listenIn(ben, ssid)
    const watch = await listenIn(ann, ssid)
    await fixture.advanceClock(120_000)
    expect(await activeIn(ssid)).toEqual(expect.arrayContaining([ann.id, ben.id]))
    live.say({ type: 'close', ssid })
    await watch.next('people', ({ activeCount }) => activeCount === 1)
    expect(await activeIn(ssid)).toEqual([ann.id])
  })

  it('S4 a user whose connection is lost is inactive within 30 seconds', async () => {
    const ssid = await openSession(ann)
    const live = await listenIn(ben, ssid)
    live.leave()
    await live.closed
    const watch = await listenIn(ann, ssid)
    await fixture.advanceClock(30_000)
    await watch.next('people', ({ activeCount }) => activeCount === 1)
    expect(await activeIn(ssid)).toEqual([ann.id])
  })

  it('S4 if a visit cannot be stored, no device of the person stays, and each can enter again', async () => {
    const ssid = await openSession(ben)
    const [atBen, phone, laptop] = [await connectAs(ben), await connectAs(ann), await connectAs(ann)]
    await sql`alter table visits rename to visits_away`.execute(fixture.db)
    try {
      expect((await ann.call('session', { params: { ssid } })).ok).toBe(false)
      // Only the first connection enters at once. The next two enter together.
      for (const live of [atBen, phone, laptop]) live.say({ type: 'open', ssid })
      const { tryAgainLater } = liveClose
      expect(await Promise.all([phone.closed, laptop.closed])).toEqual([tryAgainLater, tryAgainLater])
    } finally {
      await sql`alter table visits_away rename to visits`.execute(fixture.db)
    }
    await listenIn(ann, ssid)
    await atBen.next('session', ({ session }) => session.active.some(({ id }) => id === ann.id))
    const visits = await fixture.db.selectFrom('visits').selectAll().where('user_id', '=', ann.id).execute()
    expect(visits).toHaveLength(1)
  })

  it('S2 a session that refuses the user answers “gone”', async () => {
    const { id } = await granted(
      ann.call('createSession', { body: { title: 'Secret', managed: false, isPrivate: true } }),
    )
    const live = await connectAs(ben)
    live.say({ type: 'open', ssid: id })
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid: id, reason: 'not-found' })
  })

  it('S6 everyone in a session gets “gone” when it is deleted', async () => {
    const ssid = await openSession(ann)
    const live = await listenIn(ben, ssid)
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'deleted' })
  })

  it('I1 an invited user gets a message that their invitations changed', async () => {
    const ssid = await openSession(ann)
    await befriend(ann, ben)
    const live = await connectAs(ben)
    await granted(ann.call('invite', { body: { invitedID: ben.id, ssid } }))
    expect(await live.next('changed')).toEqual({ type: 'changed', what: 'invites' })
  })

  it('I2 a user’s other tabs get a message when the session list changed', async () => {
    const live = await connectAs(ann)
    const ssid = await openSession(ann)
    const nextChange = async () => (await live.next('changed')).what
    expect([await nextChange(), await nextChange()]).toEqual(['invites', 'invites'])
    await granted(ann.call('unfavorite', { params: { ssid } }))
    expect(await nextChange()).toBe('invites')
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect(await nextChange()).toBe('invites')
  })

  it('U6 a user’s other tabs get a message when the user enters a favorite after an invite', async () => {
    const ssid = await openSession(ann, ben)
    await befriend(ann, ben)
    await fixture.advanceClock(60_000)
    await granted(ann.call('session', { params: { ssid } }))
    const live = await connectAs(ben)
    await granted(ann.call('invite', { body: { invitedID: ben.id, ssid } }))
    expect(await live.next('changed')).toEqual({ type: 'changed', what: 'invites' })
    await granted(ben.call('session', { params: { ssid } }))
    expect(await live.next('changed')).toEqual({ type: 'changed', what: 'invites' })
  })

  it('P7 a clock message is answered with its own value and the server’s time', async () => {
    const live = await connectAs(ann)
    live.say({ type: 'clock', sentMs: 12.5 })
    expect(await live.next('clock')).toEqual({ type: 'clock', sentMs: 12.5, nowTime: fixture.clock.ms })
  })
})
