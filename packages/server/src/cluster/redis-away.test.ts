import { liveClose } from '@jointly/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { canCluster, over, type Servers, startServers, testRedisUrl, until } from '../testing/clusters.ts'
import { createLog } from '../platform/log/log.ts'
import { type BreakableProxy, openBreakableProxy } from '../testing/proxies/breakable-proxy.ts'
import { listenLive } from '../testing/live-client.ts'
import { saveOver } from '../testing/managed-session.ts'
import { insertSongs, openSession } from '../testing/session-fixture.ts'
import { granted, acceleratedClock, type Person, type TestServer } from '../testing/test-server.ts'

/** The clock of the servers is five times faster, so that they notice sooner that Redis is away. */
const PACE = 5

describe.skipIf(!canCluster)('servers that lose their Redis', () => {
  let redis: BreakableProxy
  let servers: Servers
  let a: TestServer
  let b: TestServer
  const warnings: string[] = []
  let people = 0

  beforeAll(async () => {
    redis = await openBreakableProxy(testRedisUrl)
    // Only the first server loses Redis. The second server must detect this by the missing messages.
    const log = createLog('warn', { write: (line) => void warnings.push(line) })
    servers = await startServers([redis.url, testRedisUrl], { ...acceleratedClock(PACE), log })
    ;[a, b] = [servers.servers[0] as TestServer, servers.servers[1] as TestServer]
    await insertSongs(a, ['one', 'two', 'three'])
  })
  afterAll(async () => {
    await servers.close()
    await redis.close()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await redis.mend()
    await until(async () => (await stateOf(a)) === 'up')
  })

  const stateOf = async (server: TestServer) => (await granted(server.anonymous('health'))).redis
  const newPerson = (server: TestServer) => server.signUp(`person${(people += 1)}`)
  const listen = (server: TestServer, person: Person, ssid: string) =>
    listenLive(server.address, person.token, ssid)
  const vote = (server: TestServer, person: Person, ssid: string, songID: string) =>
    granted(over(server, person)('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  const listedOn = async (server: TestServer, person: Person, ssid: string) =>
    (await granted(over(server, person)('session', { params: { ssid } }))).votes.map(({ song }) => song.id)

  it.each(['cut', 'stall'] as const)(
    'V1 while one is cut off (%s) both keep working, and it logs this; votes reach the other server later',
    async (how) => {
      const [ann, ben] = [await newPerson(a), await newPerson(b)]
      const ssid = await openSession(ann)
      const [ofAnn, ofBen] = [await listen(a, ann, ssid), await listen(b, ben, ssid)]
      warnings.length = 0
      await redis[how]()
      await until(async () => (await stateOf(a)) === 'away')
      expect(await stateOf(b)).toBe('up')
      expect(warnings.join()).toContain('Redis is away: this server goes on alone')
      await vote(a, ann, ssid, 'one')
      await until(async () => (await listedOn(b, ben, ssid)).includes('one'))
      await ofBen.next('session', ({ session }) => session.votes.length === 1)
      await vote(b, ben, ssid, 'two')
      await until(async () => (await listedOn(a, ann, ssid)).includes('two'))
      await ofAnn.next('session', ({ session }) => session.votes.length === 2)
    },
  )

  it('S4 when Redis is back, both count all active users and get events at once', async () => {
    const [ann, ben, cleo] = [await newPerson(a), await newPerson(b), await newPerson(a)]
    const ssid = await openSession(ann)
    const [ofAnn, ofBen] = [await listen(a, ann, ssid), await listen(b, ben, ssid)]
    await redis.cut()
    await until(async () => (await stateOf(a)) === 'away')
    await listen(a, cleo, ssid)
    ofBen.say({ type: 'close', ssid })
    await redis.mend()
    await until(async () => (await stateOf(a)) === 'up')
    for (const server of [a, b])
      await until(async () => {
        const { active } = await granted(over(server, ann)('session', { params: { ssid } }))
        return active.map(({ id }) => id).join() === [ann.id, cleo.id].join()
      })
    // Ann is on the other server, so this event comes over Redis.
    await vote(b, cleo, ssid, 'three')
    const { session } = await ofAnn.next('session', ({ session }) => session.votes.length === 1)
    expect(session.votes).toMatchObject([{ song: { id: 'three' } }])
  })

  it('S4 users of a running server count while Redis is away for long', async () => {
    const c = await servers.join(testRedisUrl)
    const [ann, ben, cleo] = [await newPerson(a), await newPerson(b), await newPerson(c)]
    const ssid = await openSession(ann)
    for (const [server, person] of [
      [a, ann],
      [b, ben],
      [c, cleo],
    ] as const)
      await listen(server, person, ssid)
    const here = async () => {
      const { active } = await granted(over(a, ann)('session', { params: { ssid } }))
      return active.map(({ id }) => id).join()
    }
    await until(async () => (await here()) === [ann.id, ben.id, cleo.id].join())
    await redis.cut()
    await until(async () => (await stateOf(a)) === 'away')
    await servers.leave(c)
    await until(async () => !(await here()).includes(cleo.id))
    // Cleo's server has stopped, but Ben's server still runs, and no messages have arrived from either of them.
    expect(await here()).toBe([ann.id, ben.id].join())
  })

  it('A2 a login that ended on a cut-off server ends on the other too', async () => {
    const ann = await newPerson(a)
    await granted(over(b, ann)('invites'))
    await redis.cut()
    await until(async () => (await stateOf(a)) === 'away')
    await granted(ann.call('logout'))
    await until(async () => !(await over(b, ann)('invites')).ok)
    expect((await over(b, ann)('invites')).ok).toBe(false)
  })

  it('S5 a user who is banned on a cut-off server is removed from the other too', async () => {
    const [ann, ben] = [await newPerson(a), await newPerson(b)]
    const ssid = await openSession(ann, ben)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const ofBen = await listen(b, ben, ssid)
    await redis.cut()
    await until(async () => (await stateOf(a)) === 'away')
    await granted(saveOver(ann, ssid, { banned: [{ user_id: ben.id }] }))
    expect(await ofBen.next('gone')).toEqual({ type: 'gone', ssid, reason: 'banned' })
    const { active } = await granted(over(b, ann)('session', { params: { ssid } }))
    expect(active.map(({ id }) => id)).not.toContain(ben.id)
  })

  it('A2 a live connection whose login ended on a cut-off server closes on the other with its next ping', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const ann = await newPerson(a)
    const live = await listen(b, ann, await openSession(ann))
    await redis.cut()
    await until(async () => (await stateOf(a)) === 'away')
    await granted(ann.call('logout'))
    await until(async () => !(await over(b, ann)('invites')).ok)
    vi.advanceTimersByTime(10_000)
    expect(await live.closed).toBe(liveClose.unauthenticated)
  })

  it('A4 attempts are counted without Redis, and answered at once', async () => {
    const ann = await newPerson(a)
    redis.stall()
    const answers: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      const got = await a.anonymous('login', { body: { username: ann.username, password: 'wrong' } })
      answers.push(got.ok ? 200 : got.status)
    }
    expect(answers.at(-1)).toBe(429)
  })
})
