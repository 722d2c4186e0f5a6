import { liveClose } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { canCluster, over, type Servers, startServers, testRedisUrl } from '../testing/clusters.ts'
import { connectLiveAs, listenLive } from '../testing/live-client.ts'
import { befriend, insertSongs, openSession } from '../testing/session-fixture.ts'
import { granted, type Person, refusal, type TestServer } from '../testing/test-server.ts'

describe.skipIf(!canCluster)('two servers on one PostgreSQL and one Redis', () => {
  let servers: Servers
  let a: TestServer
  let b: TestServer
  let ann: Person
  let ben: Person
  let people = 0

  beforeAll(async () => {
    servers = await startServers([testRedisUrl, testRedisUrl])
    ;[a, b] = [servers.servers[0] as TestServer, servers.servers[1] as TestServer]
    await insertSongs(a, ['one', 'two', 'three'])
  })
  afterAll(() => servers.close())

  beforeEach(async () => {
    people += 1
    ;[ann, ben] = [await a.signUp(`ann${people}`), await b.signUp(`ben${people}`)]
  })

  const listen = (server: TestServer, person: Person, ssid: string) =>
    listenLive(server.address, person.token, ssid)
  const bodyOn = (server: TestServer, person: Person, ssid: string) =>
    granted(over(server, person)('session', { params: { ssid } }))

  it('V1 a vote on one server is pushed at once by the other', async () => {
    const ssid = await openSession(ann)
    const live = await listen(b, ben, ssid)
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'one', vote: 'up' } }))
    const { session } = await live.next('session', ({ session }) => session.votes.length > 0)
    expect(session.votes).toMatchObject([{ song: { id: 'one' }, score: 1 }])
    expect((await bodyOn(b, ben, ssid)).votes).toEqual(session.votes)
  })

  it('V1 a vote in one tab shows in another tab on a different server', async () => {
    const ssid = await openSession(ann)
    const live = await listen(b, ann, ssid)
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'one', vote: 'up' } }))
    expect((await live.next('you', ({ you }) => you.votes.one === 'up')).you.role).toBe('owner')
  })

  it('S4 both servers list the active users of both, by arrival, each user once', async () => {
    const ssid = await openSession(ann)
    const ofAnn = await listen(a, ann, ssid)
    await listen(b, ben, ssid)
    await listen(b, ann, ssid)
    await ofAnn.next('people', ({ activeCount }) => activeCount === 2)
    for (const server of [a, b]) {
      const { active, activeCount } = await bodyOn(server, ann, ssid)
      expect([activeCount, active.map(({ id }) => id)]).toEqual([2, [ann.id, ben.id]])
    }
  })

  it('S4 a user who leaves on one server is inactive on the other', async () => {
    const ssid = await openSession(ann)
    const ofAnn = await listen(a, ann, ssid)
    const ofBen = await listen(b, ben, ssid)
    await ofAnn.next('people', ({ activeCount }) => activeCount === 2)
    ofBen.say({ type: 'close', ssid })
    await ofAnn.next('people', ({ activeCount }) => activeCount === 1)
    expect((await bodyOn(a, ann, ssid)).active).toMatchObject([{ id: ann.id }])
  })

  it('S5 a ban on one server ends the session on a connection of the other', async () => {
    const ssid = await openSession(ann)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const live = await listen(b, ben, ssid)
    const ofAnn = await listen(a, ann, ssid)
    const options = await granted(ann.call('options', { params: { ssid } }))
    await granted(
      ann.call('saveOptions', {
        params: { ssid },
        body: { version: options.version, banned: [{ user_id: ben.id }] },
      }),
    )
    expect(await live.next('gone')).toMatchObject({ ssid, reason: 'banned' })
    await ofAnn.next('session', ({ session }) => session.activeCount === 1)
    expect(await refusal(ben.call('session', { params: { ssid } }))).toBe('403 banned')
  })

  it('S6 a session that is deleted on one server ends on the other', async () => {
    const ssid = await openSession(ann)
    const live = await listen(b, ben, ssid)
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect(await live.next('gone')).toMatchObject({ ssid, reason: 'deleted' })
  })

  it('A2 a logout on one server ends the login and its connections on the other', async () => {
    await granted(over(b, ann)('refresh', { body: { token: ann.token } }))
    const live = await connectLiveAs(b.address, ann.token)
    await granted(ann.call('logout', {}))
    expect(await live.closed).toBe(liveClose.unauthenticated)
    expect(await refusal(over(b, ann)('invites', {}))).toBe('401 unauthenticated')
  })

  it('N1 friends on two servers both see each change of their friendship', async () => {
    const [ofAnn, ofBen] = [
      await connectLiveAs(a.address, ann.token),
      await connectLiveAs(b.address, ben.token),
    ]
    await befriend(ann, ben)
    for (const live of [ofAnn, ofBen])
      expect(await live.next('changed', ({ what }) => what === 'friends')).toEqual({
        type: 'changed',
        what: 'friends',
      })
  })

  it('I1 an invitation that is sent on one server arrives on the other', async () => {
    await befriend(ann, ben)
    const ssid = await openSession(ann)
    const ofBen = await connectLiveAs(b.address, ben.token)
    await granted(ann.call('invite', { body: { invitedID: ben.id, ssid } }))
    await ofBen.next('changed', ({ what }) => what === 'invites')
    expect((await granted(ben.call('invites', {}))).map((invite) => invite.ssid)).toContain(ssid)
  })

  it('A4 attempts are counted by all servers together', async () => {
    // A server waits 250 ms for Redis and then counts alone. A busy machine may need longer, so this time does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const attempt = async (server: TestServer) =>
      refusal(server.anonymous('login', { body: { username: ann.username, password: 'wrong' } }))
    const answers: string[] = []
    for (let tries = 0; tries < 15; tries += 1) answers.push(await attempt(a), await attempt(b))
    const refused = answers.indexOf('429 rate-limited')
    const alone = answers.filter((answer) => answer !== '429 rate-limited').length
    expect([refused, alone]).toEqual([10, 10])
  })
})
