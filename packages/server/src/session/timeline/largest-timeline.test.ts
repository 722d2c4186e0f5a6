import { addressOf, type RouteName, routes } from '@jointly/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectShortTurns } from '../../testing/thread-time.ts'
import { listenLive } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { numbers } from '../../testing/databases.ts'

/** More songs than play in the 30 days of a timeline (T2). */
const SONGS = 20_000
const EVERY_MS = 100_000
/** The start of the first song. The songs end before now, and none is older than 30 days. */
const START_MS = Date.now() - (SONGS + 1) * EVERY_MS

describe('the largest timeline', () => {
  let server: TestServer
  let people: { ann: Person; ben: Person; cleo: Person }
  let ssid: string
  let visit: string

  beforeAll(async () => {
    server = await startTestServer()
    // Ann made one visit, Ben made twenty, and Cleo made a thousand.
    people = {
      ann: await server.signUp('ann'),
      ben: await server.signUp('ben'),
      cleo: await server.signUp('cleo'),
    }
    ssid = await openSession(people.ann)
    visit = `${ssid}-${START_MS}`
    await insertSongs(people.ann.id, ssid, 1)
    await insertSongs(people.ben.id, ssid, 20)
    await insertSongs(people.cleo.id, ssid, 1_000)
  })
  afterAll(() => server.close())

  async function insertSongs(userId: string, ssid: string, visits: number): Promise<void> {
    const { db } = server
    const startOf = (index: RawBuilder<unknown>) =>
      sql`${sql.lit(START_MS)} + ${index} * ${sql.lit(EVERY_MS)}`
    const inVisit = sql.lit(SONGS / visits)
    await sql`${numbers(visits)} insert into visits (user_id, session_id, visit_at, title)
      select ${userId}, ${ssid}, ${startOf(sql`i * ${inVisit}`)}, 'Kitchen' from numbers`.execute(db)
    await sql`${numbers(SONGS)} insert into heard_songs (user_id, session_id, visit_at, start_at, song_id)
      select ${userId}, ${ssid}, ${startOf(sql`(i / ${inVisit} * ${inVisit})`)}, ${startOf(sql`i`)},
        'song-' || i
      from numbers`.execute(db)
    await sql`${numbers(SONGS)} insert into songs
      (id, title, artists, cover, duration_ms, service, src, link, explicit, fetched_at)
      select 'song-' || i, 'The title of song ' || i, '[{"id":"artist","name":"The artist"}]', null, 1000,
        'spotify', 'spotify:track:song-' || i, 'https://open.example.org/track/song-' || i, 0, 0
      from numbers where true on conflict (id) do nothing`.execute(db)
  }

  it('D6 an entry has the newest 200 songs, and the number of all', async () => {
    const [entry] = await granted(people.ann.call('timeline', { query: {} }))
    expect(entry).toMatchObject({ id: visit, songCount: SONGS })
    expect(entry?.songs.map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, index) => `song-${SONGS - 1 - index}`),
    )
  })

  it.each<[RouteName, 'ann' | 'ben']>([
    ['timeline', 'ann'],
    ['timeline', 'ben'],
    ['history', 'ann'],
    ['historyCsv', 'ann'],
    ['historyM3u', 'ann'],
    ['exportUser', 'ann'],
    ['exportUser', 'ben'],
  ])('O6 T1 of 20,000 songs, %s of %s blocks the thread for at most 50 ms', async (name, who) => {
    const headers = { authorization: `Bearer ${people[who].token}` }
    await expectShortTurns(async () => {
      const address = server.address + addressOf(routes[name], { params: { visit } })
      const answer = await fetch(address, { headers })
      // The answer is not parsed, because that would also take time in this thread.
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
    })
  })
  it('O6 T1 of 20,000 songs in 1,000 visits, an entry blocks the thread for at most 50 ms', async () => {
    const live = await listenLive(server.address, people.cleo.token, ssid)
    const close = async () => {
      live.say({ type: 'close', ssid })
      live.say({ type: 'clock', sentMs: 0 })
      await live.next('clock')
    }
    await expectShortTurns(async () => {
      live.say({ type: 'open', ssid })
      await live.next('you')
    }, close)
  })
})
