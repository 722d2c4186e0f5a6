import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canCluster, over, type Servers, startServers, testRedisUrl, until } from '../testing/clusters.ts'
import { type CuttablePath, openCuttablePath } from '../testing/cuttable-path.ts'
import { connectLiveAs } from '../testing/live-client.ts'
import { granted, type TestServer } from '../testing/test-server.ts'

const options = { timeout: 30_000 }

describe.skipIf(!canCluster)('a server that asks who is active on another', options, () => {
  let redis: CuttablePath
  let servers: Servers
  let a: TestServer
  let b: TestServer

  beforeAll(async () => {
    redis = await openCuttablePath(testRedisUrl)
    servers = await startServers([testRedisUrl, redis.url])
    ;[a, b] = [servers.servers[0] as TestServer, servers.servers[1] as TestServer]
  })
  afterAll(async () => {
    await servers.close()
    await redis.close()
  })

  it('S4 counts nobody who left while the answer was on its way', async () => {
    const ann = await a.signUp('ann')
    const lives = await Promise.all([1, 2, 3, 4].map(() => connectLiveAs(a.address, ann.token)))
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const stays = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { id: ssid } = await granted(ann.call('createSession', { body }))
        const live = lives[index % lives.length]
        live?.say({ type: 'open', ssid })
        await live?.next('you', (you) => you.ssid === ssid)
        return { leave: () => live?.say({ type: 'close', ssid }) }
      }),
    )
    const stateOf = async () => (await granted(b.anonymous('health'))).redis
    const activeOnB = async () =>
      (await granted(over(b, ann)('invites'))).reduce((count, { active }) => count + active, 0)
    await redis.cut()
    await until(async () => (await stateOf()) === 'away')
    redis.heap(300)
    await redis.mend()
    for (const stay of stays) {
      stay.leave()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await until(async () => (await stateOf()) === 'up')
    await until(async () => (await activeOnB()) === 0)
    expect(await activeOnB()).toBe(0)
  })
})
