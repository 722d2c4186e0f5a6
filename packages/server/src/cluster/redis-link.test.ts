import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../platform/event-bus.ts'
import { canCluster, testRedisUrl } from '../testing/clusters.ts'
import { Heartbeats } from '../testing/heartbeats.ts'
import { openBreakableProxy } from '../testing/proxies/breakable-proxy.ts'
import { RedisLink, type LinkListener } from './redis-link.ts'
import { createClusterPresence } from './cluster-presence.ts'
import { createRedis } from './redis.ts'

describe.skipIf(!canCluster)('the link of servers over Redis', () => {
  let channel: string
  let hearts: Heartbeats
  /** The names of the servers that the registry lists. Messages from these servers may be missing. */
  let there: Set<string>
  const closing: (() => Promise<void> | void)[] = []

  beforeEach(() => {
    channel = `test:${randomUUID()}`
    hearts = new Heartbeats()
    there = new Set()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    vi.useRealTimers()
  })

  function start(server: string, listener: LinkListener = {}, url = testRedisUrl) {
    const redis = createRedis(url)
    hearts.watch(redis)
    const link = new RedisLink({
      redis,
      channel,
      server,
      heartbeatMs: hearts.everyMs,
      isRegistered: (other) => there.has(other),
    })
    link.listen(listener)
    const changes: string[] = []
    const { presence, loaded } = createClusterPresence(link, redis, channel, {
      now: Date.now,
      onChange: (ssid) => changes.push(ssid),
    })
    closing.push(() => link.close())
    return { redis, link, presence, changes, loaded }
  }

  async function join(server: string, listener: LinkListener = {}, url = testRedisUrl) {
    const member = start(server, listener, url)
    await member.redis.connect()
    await hearts.until(() => member.link.isUp())
    await member.loaded()
    return member
  }

  /**
   * Starts a server that requests the active users of another server from Redis. `answers` has one entry for each
   * request. The answer arrives when the test calls `arrive`.
   */
  async function joinAsking(server: string, listener: LinkListener) {
    const member = start(server, listener)
    const { redis } = member
    const ask = redis.hGetAll.bind(redis)
    const answers: { arrive: () => void }[] = []
    Object.assign(redis, {
      async hGetAll(key: string) {
        const answer = await ask(key)
        const arriving = Promise.withResolvers<void>()
        answers.push({ arrive: arriving.resolve })
        await arriving.promise
        return answer
      },
    })
    await redis.connect()
    // The server requests the users of the other server twice: at its start, and after the first message of the other.
    await hearts.until(() => answers.length >= 2)
    return { ...member, answers }
  }

  it('sends the content of one event-loop turn as one message, in order, without duplicates, and not to itself', async () => {
    const received: LiveEvent[] = []
    const own: LiveEvent[] = []
    const a = await join('a', { event: (event) => own.push(event) })
    const b = await join('b', { event: (event) => received.push(event) })
    await hearts.until(() => b.link.receivesFrom('a'))
    for (const ssid of ['one', 'two', 'one']) a.link.sendEvent({ type: 'session', ssid })
    await hearts.until(() => received.length > 1)
    a.link.sendEvent({ type: 'session', ssid: 'one' })
    await hearts.until(() => received.length > 2)
    expect(received.map((event) => 'ssid' in event && event.ssid)).toEqual(['one', 'two', 'one'])
    expect(own).toEqual([])
  })

  it('notices a missing message, and one with unknown parts', async () => {
    const missed: string[] = []
    const { redis } = await join('a', { missed: (server) => missed.push(server) })
    const post = (number: number, events: unknown[] = []) =>
      redis.publish(channel, JSON.stringify({ server: 'x', number, news: [], events }))
    await post(1)
    await post(2)
    expect(missed).toEqual([])
    await post(4)
    await hearts.until(() => missed.length === 1)
    await post(5, [{ type: 'of a later version' }])
    await hearts.until(() => missed.length === 2)
    await post(6)
    await redis.publish(channel, 'not a message')
    await redis.publish(channel, JSON.stringify({ server: 'x', number: 6, beat: 9, news: [], events: [] }))
    expect(missed).toEqual(['x', 'x'])
  })

  it('V1 a server handles each message of the others once, also after a reconnect', async () => {
    const proxy = await openBreakableProxy(testRedisUrl)
    closing.push(() => proxy.close())
    const events: LiveEvent[] = []
    const missed: string[] = []
    const listener: LinkListener = {
      event: (event) => events.push(event),
      missed: (server) => missed.push(server),
    }
    const a = await join('a', listener, proxy.url)
    const b = await join('b')
    await proxy.cut()
    await hearts.until(() => !a.link.isUp())
    await proxy.mend()
    await hearts.until(() => a.link.receivesFrom('b') && missed.length > 0)
    missed.length = 0
    b.link.sendEvent({ type: 'session', ssid: 'one' })
    await hearts.until(() => events.length > 0)
    await hearts.next()
    expect(events).toEqual([{ type: 'session', ssid: 'one' }])
    expect(missed).toEqual([])
  })

  it('S4 a new server knows all active users, in the order in which they came', async () => {
    const a = await join('a')
    const b = await join('b')
    a.presence.poll('s', 'ann')
    await hearts.until(() => b.presence.has('s', 'ann'))
    b.presence.poll('s', 'ben')
    a.presence.connect('s', 'cleo', 'c1')
    await hearts.until(() => a.presence.count('s') === 3 && b.presence.count('s') === 3)
    const c = await join('c')
    const everyone = [a, b, c].map(({ presence }) => presence.active('s').join())
    expect(new Set(everyone).size).toBe(1)
    expect(c.presence.active('s')).toHaveLength(3)
  })

  it('K1 every server knows who plays sound, also one that starts later', async () => {
    const [a, b] = [await join('a'), await join('b')]
    a.presence.connect('s', 'ann', 'c1', false)
    a.presence.connect('s', 'ben', 'c2')
    await hearts.until(() => b.presence.count('s') === 2)
    expect(b.presence.countListeners('s', [])).toBe(1)
    const late = await join('late')
    expect([late.presence.active('s'), late.presence.countListeners('s', [])]).toEqual([['ann', 'ben'], 1])
    a.presence.setSound('s', 'ann', 'c1', true)
    await hearts.until(() => b.presence.countListeners('s', []) === 2)
    await hearts.until(() => late.presence.countListeners('s', []) === 2)
  })

  it('S4 a user on two servers counts once, and stays active until they left both', async () => {
    const [a, b] = [await join('a'), await join('b')]
    expect(a.presence.connect('s', 'ann', 'c1')).toBe(true)
    await hearts.until(() => b.presence.has('s', 'ann'))
    expect(b.presence.connect('s', 'ann', 'c2')).toBe(false)
    b.presence.poll('s', 'ben')
    await hearts.until(() => a.presence.has('s', 'ben'))
    a.presence.disconnect('s', 'ann', 'c1', 0)
    b.presence.poll('t', 'ben')
    await hearts.until(() => a.presence.has('t', 'ben'))
    expect([a.presence.active('s'), b.presence.active('s')]).toEqual([
      ['ann', 'ben'],
      ['ann', 'ben'],
    ])
  })

  it('S4 users of a killed server become inactive, except those who moved to another server', async () => {
    const [a, b] = [await join('a'), await join('b')]
    b.presence.connect('s', 'ann', 'c1')
    b.presence.connect('s', 'ben', 'c2')
    await hearts.until(() => a.presence.count('s') === 2)
    await b.link.close()
    expect(a.presence.connect('s', 'ben', 'c3')).toBe(false)
    const late = await join('late')
    await hearts.until(() => a.presence.count('s') === 1 && late.presence.count('s') === 1)
    expect([a.presence.active('s'), late.presence.active('s')]).toEqual([['ben'], ['ben']])
  })

  it('S4 users of a silent but registered server stay active until it is gone', async () => {
    const lost: string[] = []
    const a = await join('a', { lost: (server) => lost.push(server) })
    const [b, c] = [await join('b'), await join('c')]
    b.presence.connect('s', 'ben', 'c1')
    c.presence.connect('s', 'cleo', 'c2')
    await hearts.until(() => a.presence.count('s') === 2)
    there.add('b')
    await b.link.close()
    await c.link.close()
    await hearts.until(() => lost.includes('c'))
    expect(a.presence.active('s')).toEqual(['ben'])
    there.delete('b')
    await hearts.until(() => a.presence.count('s') === 0)
    expect(lost).toEqual(['c', 'b'])
  })

  it.each(['left', 'lost'])('S4 counts nobody whose event “%s” arrived during the load', async (how) => {
    const a = await join('a')
    a.presence.connect('s', 'ann', 'c1')
    await hearts.until(async () => (await a.redis.hLen(`${channel}:present:a`)) === 1)
    const events: string[] = []
    const b = await joinAsking('b', {
      presence: (_, { type }) => events.push(type),
      lost: () => events.push('lost'),
    })
    if (how === 'left') a.presence.disconnect('s', 'ann', 'c1', 0)
    else await a.link.close()
    await hearts.until(() => events.includes(how))
    for (const { arrive } of b.answers) arrive()
    await b.loaded()
    expect(b.presence.count('s')).toBe(0)
  })

  it('S4 users are loaded only when the newest request for them is answered', async () => {
    const a = await join('a')
    a.presence.connect('s', 'ann', 'c1')
    await hearts.until(async () => (await a.redis.hLen(`${channel}:present:a`)) === 1)
    const b = await joinAsking('b', {})
    const onLoaded = vi.fn<() => void>()
    const loaded = b.loaded().then(onLoaded)
    // The server ignores this answer, because its second request is newer.
    b.answers[0]?.arrive()
    await b.redis.ping()
    expect(onLoaded).not.toHaveBeenCalled()
    b.answers[1]?.arrive()
    await loaded
    expect(b.presence.active('s')).toEqual(['ann'])
  })

  it('S5 a user who is removed by one server is removed on all', async () => {
    const [a, b] = [await join('a'), await join('b')]
    b.presence.connect('s', 'ann', 'c1')
    await hearts.until(() => a.presence.has('s', 'ann'))
    a.presence.remove('s', 'ann')
    await hearts.until(() => !b.presence.has('s', 'ann'))
    expect((await join('late')).presence.count('s')).toBe(0)
  })

  it('S4 writes its entry again after Redis lost it', async () => {
    const a = await join('a')
    a.presence.connect('s', 'ann', 'c1')
    const key = `${channel}:present:a`
    await hearts.until(async () => (await a.redis.hLen(key)) === 1)
    await a.redis.del(key)
    await hearts.until(async () => (await a.redis.hLen(key)) === 1)
    expect((await join('late')).presence.active('s')).toEqual(['ann'])
  })
})
