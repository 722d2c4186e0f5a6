import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveOver } from '../../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../../testing/session-fixture.ts'
import { expectShortTurns } from '../../../testing/thread-time.ts'

/** More rows than SQLite allows parameters in one statement. */
const LISTED = 33_000
const LOADED = 20_000

describe('very many songs', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string
  beforeAll(async () => {
    fixture = await openSessionFixture()
    await sql`${numbers(LISTED)} insert into songs
      (id, title, artists, duration_ms, service, src, explicit, fetched_at)
      select 'song-' || i, 'The title of song ' || i, '[]', 180000, 'spotify', '', 0, 0
      from numbers`.execute(fixture.db)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    ssid = await openSession(ann, ben)
  })

  it('V4 P4 a song that overtakes tens of thousands of songs is chosen', async () => {
    await sql`${numbers(LISTED)} insert into listed_songs
      (session_id, song_id, upvotes, downvotes, voters, first_vote_at, overtaken)
      select ${ssid}, 'song-' || i, 1, 0, '', i, 0 from numbers`.execute(fixture.db)
    await fixture.addSongs(['top'])
    for (const user of [ann, ben])
      await granted(user.call('voteUp', { params: { ssid }, body: { songID: 'top', vote: 'up' } }))
    expect((await granted(ann.call('play', { params: { ssid } }))).song?.id).toBe('top')
    const overtaken = fixture.db.selectFrom('listed_songs').where('overtaken', '=', 1).select('song_id')
    expect(await overtaken.execute()).toHaveLength(LISTED)
  })

  it('O6 P3 of play when the rules refuse every loaded song blocks the thread for at most 50 ms', async () => {
    await sql`${numbers(LOADED)} insert into loaded_songs (user_id, song_id)
      select ${ann.id}, 'song-' || i from numbers`.execute(fixture.db)
    await granted(saveOver(ann, ssid, { maxMinutes: 1 }))
    await expectShortTurns(async () => {
      expect((await granted(ann.call('play', { params: { ssid } }))).song).toBeNull()
    })
  })
})

const numbers = (below: number) =>
  sql`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${below - 1})`
