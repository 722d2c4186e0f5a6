import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canCluster, over, type Servers, startServers, testRedisUrl, until } from '../testing/clusters.ts'
import { connectLiveAs, type LiveClient } from '../testing/live-client.ts'
import { insertSongs, openSession } from '../testing/session-fixture.ts'
import { granted, type Person, type TestServer } from '../testing/test-server.ts'

const SONG_MS = 180_000
const START_MS = Date.UTC(2026, 10, 21)

describe.skipIf(!canCluster)('the next song, requested from three servers at once', () => {
  let servers: Servers
  let all: TestServer[]
  let ann: Person
  let nowMs = START_MS
  const songs = Array.from({ length: 40 }, (_, index) => `song-${index}`)

  beforeAll(async () => {
    servers = await startServers([testRedisUrl, testRedisUrl, testRedisUrl], { now: () => nowMs })
    all = servers.servers
    const [first] = all
    if (!first) throw new Error('no server')
    await insertSongs(first, songs, SONG_MS)
    ann = await first.signUp('ann')
  })
  afterAll(() => servers.close())

  /** Opens a session of Ann with these listed songs. Waits until she is active on all servers. */
  async function openSessionWith(listed: readonly string[]): Promise<string> {
    const ssid = await openSession(ann)
    for (const songID of listed)
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    for (const server of all)
      await until(async () => {
        const { body } = { body: await granted(over(server, ann)('session', { params: { ssid } })) }
        return body.votes.length === listed.length && body.activeCount === 1
      })
    return ssid
  }
  const playOn = (server: TestServer, ssid: string) =>
    granted(over(server, ann)('play', { params: { ssid } }))
  const playEverywhere = (ssid: string) =>
    Promise.all(Array.from({ length: 12 }, (_, index) => playOn(all[index % 3] as TestServer, ssid)))
  const playsOf = async (ssid: string) => {
    const plays = all[0]?.db.selectFrom('plays').selectAll().where('session_id', '=', ssid).orderBy('turn')
    return (await plays?.execute()) ?? []
  }
  const only = <T>(values: readonly T[]): T[] => [...new Set(values)]

  it('P4 one song starts a passive session, and every server answers that one', async () => {
    const ssid = await openSessionWith(songs.slice(0, 5))
    const answers = await playEverywhere(ssid)
    expect(only(answers.map(({ song, startTime }) => `${song?.id} ${startTime}`))).toHaveLength(1)
    expect(await playsOf(ssid)).toHaveLength(1)
  })

  it('P4 P5 each song is chosen once, announced by one server and started at the end of the last', async () => {
    const ssid = await openSessionWith(songs.slice(5, 25))
    await playEverywhere(ssid)
    let end = nowMs + SONG_MS
    for (let round = 0; round < 6; round += 1) {
      nowMs = end - 9_000
      const announced = await Promise.all(all.map((server) => answerWithNext(server, ssid)))
      expect(only(announced.map(({ next }) => `${next?.song.id} ${next?.startTime}`))).toHaveLength(1)
      expect(announced[0]?.next?.startTime).toBe(end)
      nowMs = end
      const begun = await playEverywhere(ssid)
      expect(only(begun.map(({ song, startTime }) => `${song?.id} ${startTime}`))).toEqual([
        `${announced[0]?.next?.song.id} ${end}`,
      ])
      end += SONG_MS
    }
    const plays = await playsOf(ssid)
    expect(plays.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(only(plays.map(({ song_id }) => song_id))).toHaveLength(7)
  })

  it('P4 K3 concurrent skips on all servers skip one song and use up the votes of one song', async () => {
    const ssid = await openSessionWith(songs.slice(25, 35))
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const [first] = await playEverywhere(ssid)
    const song = first?.song
    const skips = all.map((server) =>
      granted(over(server, ann)('skip', { params: { ssid }, body: { wish: true, songID: song?.id } })),
    )
    await Promise.all([...skips, ...all.map((server) => playOn(server, ssid))])
    const after = await playEverywhere(ssid)
    expect(only(after.map((answer) => answer.song?.id))).toHaveLength(1)
    expect(after[0]?.song?.id).not.toBe(song?.id)
    expect(await playsOf(ssid)).toHaveLength(2)
    const left = await all[0]?.db
      .selectFrom('votes')
      .select('song_id')
      .where('session_id', '=', ssid)
      .execute()
    expect(left).toHaveLength(8)
  })

  it('P6 the other servers continue when the server of a listener is gone', async () => {
    const ssid = await openSessionWith(songs.slice(35))
    const [, , last] = all
    if (!last) throw new Error('no server')
    await playOn(last, ssid)
    const end = nowMs + SONG_MS
    await servers.leave(last)
    all = servers.servers
    const [first] = all
    if (!first) throw new Error('no server')
    const live: LiveClient = await connectLiveAs(first.address, ann.token)
    live.say({ type: 'open', ssid })
    nowMs = end
    const { session } = await live.next(
      'session',
      ({ session }) => (session.nowPlaying.startTime ?? 0) >= end,
    )
    expect(session.nowPlaying.song?.id).toMatch(/^song-3[6-9]$/)
  })

  async function answerWithNext(server: TestServer, ssid: string) {
    let answer = await playOn(server, ssid)
    await until(async () => {
      answer = await playOn(server, ssid)
      return answer.next !== null
    })
    return answer
  }
})
