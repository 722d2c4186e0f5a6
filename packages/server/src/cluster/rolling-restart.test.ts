import type { VoteDirection } from '@jointly/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginTransaction } from '../testing/barriers.ts'
import { canCluster, over, type Servers, startServers, testRedisUrl, until } from '../testing/clusters.ts'
import { listenLive } from '../testing/live-client.ts'
import { insertSongs, openSession } from '../testing/session-fixture.ts'
import { granted, type Person, type TestServer } from '../testing/test-server.ts'

const GOING_AWAY = 1001
const directions = ['up', 'down', 'none'] as const
const songs = ['one', 'two', 'three', 'four']

/**
 * Votes repeatedly until the test stops it. Each vote is sent to the next server in the list. If this server does not
 * answer, the vote is sent to the server after it.
 */
function voteOn(serving: readonly TestServer[], person: Person, ssid: string) {
  const acknowledged = new Map<string, VoteDirection>()
  let count = 0
  let isOver = false

  async function voteOnce(songID: string, vote: VoteDirection): Promise<void> {
    for (let tries = 0; tries < 10 * serving.length; tries += 1) {
      const server = serving[(count + tries) % serving.length]
      if (!server) continue
      const answer = await over(server, person)('voteUp', { params: { ssid }, body: { songID, vote } })
      if (answer.ok) return
      // Status 0 means that the server could not be reached.
      expect(answer.status).toBe(0)
    }
    throw new Error('no server answers')
  }

  async function stream(): Promise<void> {
    for (; !isOver; count += 1) {
      const songID = songs[count % songs.length] ?? ''
      const vote = directions[count % directions.length] ?? 'up'
      await voteOnce(songID, vote)
      acknowledged.set(songID, vote)
    }
  }

  const ended = stream()
  return {
    person,
    acknowledged,
    count: () => count,
    end: () => ((isOver = true), ended),
  }
}

describe.skipIf(!canCluster)('servers that are restarted one after the other', () => {
  let servers: Servers
  let serving: TestServer[]
  beforeEach(async () => {
    servers = await startServers([testRedisUrl, testRedisUrl])
    serving = [...servers.servers]
  })
  afterEach(() => servers.close())

  const stop = async (server: TestServer) => {
    servers.servers.splice(servers.servers.indexOf(server), 1)
    await server.close()
  }

  it('V7 no confirmed vote is lost, and live connections are closed with “going away”', async () => {
    const [first, second] = serving as [TestServer, TestServer]
    const owner = await first.signUp('owner')
    const ssid = await openSession(owner)
    await insertSongs(first, songs)
    const people = [owner]
    for (const name of ['ann', 'ben', 'cleo']) people.push(await first.signUp(name))
    for (const person of people) await granted(person.call('session', { params: { ssid } }))
    const voters = people.map((person) => voteOn(serving, person, ssid))
    const allWentOn = () => {
      const counts = voters.map(({ count }) => count())
      return until(() => voters.every(({ count }, index) => count() > (counts[index] ?? 0) + 5))
    }

    for (const old of [first, second]) {
      const live = await listenLive(old.address, owner.token, ssid)
      await allWentOn()
      await stop(old)
      expect(await live.closed).toBe(GOING_AWAY)
      await allWentOn()
      serving[serving.indexOf(old)] = await servers.join(testRedisUrl)
      const again = await listenLive(serving[0]?.address ?? '', owner.token, ssid)
      await again.next('session')
      again.terminate()
    }
    await allWentOn()
    for (const voter of voters) await voter.end()

    const [now] = serving as [TestServer]
    for (const { person, acknowledged } of voters) {
      const { you } = await granted(over(now, person)('session', { params: { ssid } }))
      const ownVotes = songs.map((song) => [song, you.votes[song] ?? 'none'])
      expect(ownVotes).toEqual(songs.map((song) => [song, acknowledged.get(song)]))
    }
  })

  it('V7 a running call is answered before its server stops', async () => {
    const [first, second] = serving as [TestServer, TestServer]
    const ann = await first.signUp('ann')
    const ssid = await openSession(ann)
    await insertSongs(first, songs)
    const isHeld = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())`.execute(second.db)
      return rows.length > 0
    }
    const held = await beginTransaction(second.db, (trx) =>
      sql`lock table votes in exclusive mode`.execute(trx),
    )
    const answer = ann.call('voteUp', { params: { ssid }, body: { songID: 'one', vote: 'up' } })
    await until(isHeld)
    const stopped = stop(first)
    await held.commit()
    expect(await granted(answer)).toMatchObject({ score: 1, vote: 'up' })
    await stopped
  })
})
