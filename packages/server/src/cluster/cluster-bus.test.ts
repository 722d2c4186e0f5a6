import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent, LocalEvent } from '../platform/event-bus.ts'
import { canCluster, testRedisUrl } from '../testing/clusters.ts'
import { type BreakableProxy, openBreakableProxy } from '../testing/proxies/breakable-proxy.ts'
import { Heartbeats } from '../testing/heartbeats.ts'
import { createClusterBus } from './cluster-bus.ts'
import { RedisLink } from './redis-link.ts'
import { createRedis } from './redis.ts'
import { emptyRegistry } from './server-registry.ts'

describe.skipIf(!canCluster)('the bus of several servers', () => {
  let channel: string
  let hearts: Heartbeats
  const closing: (() => Promise<void>)[] = []

  beforeEach(() => {
    channel = `test:${randomUUID()}`
    hearts = new Heartbeats()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    vi.useRealTimers()
  })

  async function join(server: string, url = testRedisUrl) {
    const redis = createRedis(url)
    hearts.watch(redis)
    const link = new RedisLink({
      redis,
      channel,
      server,
      heartbeatMs: hearts.everyMs,
      isRegistered: () => false,
    })
    const bus = createClusterBus(link, emptyRegistry)
    const received: (LiveEvent | LocalEvent)['type'][] = []
    const lost: string[] = []
    bus.subscribe(({ type }) => received.push(type))
    link.listen({ lost: (name) => lost.push(name) })
    closing.push(() => link.close())
    await redis.connect()
    await hearts.until(() => link.isUp())
    return { redis, link, bus, received, lost }
  }

  it('V1 the last events of a closing server reach the others', async () => {
    const [a, b] = [await join('a'), await join('b')]
    await hearts.until(() => b.link.receivesFrom('a'))
    a.bus.publish({ type: 'session', ssid: 'one' })
    await a.link.close()
    await hearts.until(() => b.received.includes('session') || b.lost.includes('a'))
    expect(b.received).toContain('session')
  })

  it('V1 killed servers cause one missed event, also if several stop together', async () => {
    const killed = [await join('a'), await join('c')]
    const b = await join('b')
    await hearts.until(() => b.link.receivesFrom('a') && b.link.receivesFrom('c'))
    await hearts.next()
    const before = b.received.length
    for (const { redis, bus } of killed) {
      bus.publish({ type: 'logout', userId: 'ann', tokenIds: [] })
      redis.destroy()
      // The second server stops one heartbeat later than the first one.
      await hearts.next()
    }
    await hearts.until(() => b.lost.length === 2 && b.received.length > before)
    // The next heartbeats of `b` must not publish a second `missed` event.
    for (let beat = 0; beat < 6; beat += 1) await hearts.next()
    expect(b.received.slice(before)).toEqual(['missed'])
  })

  describe('with a Redis that does not answer', () => {
    let path: BreakableProxy
    beforeEach(async () => {
      path = await openBreakableProxy(testRedisUrl)
    })
    afterEach(() => path.close())

    it('V1 a server can still close', async () => {
      const a = await join('a', path.url)
      path.stall()
      a.bus.publish({ type: 'session', ssid: 'one' })
      await a.link.close()
      expect(a.redis.isOpen).toBe(false)
    })
  })
})
