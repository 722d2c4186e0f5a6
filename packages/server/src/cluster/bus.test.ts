import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent, LocalEvent } from '../platform/event-bus.ts'
import { canCluster, testRedisUrl } from '../testing/clusters.ts'
import { type CuttablePath, openCuttablePath } from '../testing/cuttable-path.ts'
import { Heartbeats } from '../testing/heartbeats.ts'
import { createClusterBus } from './bus.ts'
import { createLink } from './link.ts'
import { createRedis } from './redis.ts'
import { nobodyElse } from './roll-call.ts'

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
    const link = createLink({ redis, channel, server, beatEveryMs: hearts.everyMs, isThere: () => false })
    const bus = createClusterBus(link, nobodyElse)
    const heard: (LiveEvent | LocalEvent)['type'][] = []
    const lost: string[] = []
    bus.subscribe(({ type }) => heard.push(type))
    link.listen({ lost: (name) => lost.push(name) })
    closing.push(link.close)
    await redis.connect()
    await hearts.until(link.isUp)
    return { redis, link, bus, heard, lost }
  }

  it('V1 what a server says last before it closes is heard by the others', async () => {
    const [a, b] = [await join('a'), await join('b')]
    await hearts.until(() => b.link.hears('a'))
    a.bus.publish({ type: 'session', ssid: 'one' })
    await a.link.close()
    await hearts.until(() => b.heard.includes('session') || b.lost.includes('a'))
    expect(b.heard).toContain('session')
  })

  it('V1 what killed servers said last may be missed: all is caught up with, once for those that went together', async () => {
    const killed = [await join('a'), await join('c')]
    const b = await join('b')
    await hearts.until(() => b.link.hears('a') && b.link.hears('c'))
    await hearts.next()
    const before = b.heard.length
    for (const { redis, bus } of killed) {
      bus.publish({ type: 'logout', userId: 'ann', tokenIds: [] })
      redis.destroy()
      // They fall silent one beat apart.
      await hearts.next()
    }
    await hearts.until(() => b.lost.length === 2 && b.heard.length > before)
    // Nothing more comes of it with later beats.
    for (let beat = 0; beat < 6; beat += 1) await hearts.next()
    expect(b.heard.slice(before)).toEqual(['missed'])
  })

  describe('with a Redis that answers no more', () => {
    let path: CuttablePath
    beforeEach(async () => {
      path = await openCuttablePath(testRedisUrl)
    })
    afterEach(() => path.close())

    it('V1 a server closes all the same', async () => {
      const a = await join('a', path.url)
      path.stall()
      a.bus.publish({ type: 'session', ssid: 'one' })
      await a.link.close()
      expect(a.redis.isOpen).toBe(false)
    })
  })
})
