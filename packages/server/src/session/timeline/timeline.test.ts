import type { Song } from '@jointly/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jsonRows } from '../../platform/db/json-rows.ts'
import { databases } from '../../testing/databases.ts'
import {
  addMembers,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { describeSongs } from './description.ts'
import { insertPlayed } from './store.ts'

const DAY_MS = 24 * 3_600_000

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    ssid = await openSession(ann)
    await fixture.addSongs(['a', 'b'])
  })

  const vote = (songID: string) => granted(ann.call('voteUp', { params: { ssid }, body: { songID } }))
  const play = () => granted(ann.call('play', { params: { ssid } }))
  const see = (guest: TestUser) => granted(guest.call('session', { params: { ssid } }))
  const timeline = (guest: TestUser, before?: number) =>
    granted(guest.call('timeline', { query: before === undefined ? {} : { before: String(before) } }))
  const visitedSongs = async (guest: TestUser) =>
    (await timeline(guest)).map(({ songs }) => songs.map(({ id }) => id))

  describe('the timeline', () => {
    it('T2 songs are deleted after their last use', async () => {
      const songs = ['found', 'next', 'played', 'voted', 'waits']
      await fixture.addSongs(songs)
      await vote('played')
      await play()
      await vote('voted')
      const wish = { session_id: ssid, song_id: 'waits', user_id: ben.id, added_at: 0 }
      await fixture.db.insertInto('waiting_songs').values(wish).execute()
      const known = async () =>
        (
          await fixture.db.selectFrom('songs').select('id').where('id', 'in', songs).orderBy('id').execute()
        ).map(({ id }) => id)
      fixture.clock.ms += 29 * DAY_MS
      await fixture.advanceClock(0)
      expect(await known()).toEqual(songs)
      const playback = fixture.db.updateTable('playbacks').where('session_id', '=', ssid)
      await playback.set({ next_song_id: 'next' }).execute()
      await fixture.advanceClock(2 * DAY_MS)
      expect(await known()).toEqual(['next', 'played', 'voted', 'waits'])
    })

    it('T1 a user who enters many times without a song leaves one visit', async () => {
      for (let times = 0; times < 3; times += 1) {
        await see(ben)
        await fixture.advanceClock(31_000)
      }
      const traces = await fixture.db.selectFrom('visits').selectAll().where('user_id', '=', ben.id).execute()
      expect(traces).toHaveLength(1)
      await vote('a')
      await play()
      await see(ben)
      expect(await visitedSongs(ben)).toEqual([['a']])
    })

    it('T1 shows the songs that played while the user was there, newest first', async () => {
      const visitAt = fixture.clock.ms
      await vote('a')
      await vote('b')
      await play()
      for (let step = 0; step < 9; step += 1) {
        await fixture.advanceClock(20_000)
        await see(ann)
      }
      expect(await timeline(ann)).toMatchObject([
        {
          ssid,
          title: 'Kitchen',
          startTime: visitAt,
          songs: [
            { id: 'b', artists: [{ name: 'Artist of b' }], start: visitAt + 180_000 },
            { id: 'a', artists: [{ name: 'Artist of a' }], start: visitAt },
          ],
        },
      ])
    })

    it('T1 a user who enters during a song has heard it, and others have not', async () => {
      await vote('a')
      await play()
      expect(await visitedSongs(ben)).toEqual([])
      fixture.clock.ms += 20_000
      await see(ben)
      expect(await visitedSongs(ben)).toEqual([['a']])
    })

    // A statement cannot have so many parameters.
    it('T1 a song is stored for all listeners, also in the largest sessions', async () => {
      const userIds = await addMembers(fixture.db, ssid, 14_000)
      await insertPlayed(fixture.db, { ssid, songId: 'a', startAt: fixture.clock.ms, userIds })
      const { count } = await fixture.db
        .selectFrom('heard_songs')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('session_id', '=', ssid)
        .executeTakeFirstOrThrow()
      expect(count).toBe(14_000)
    })

    it('T1 each visit is an entry, except one without songs', async () => {
      await vote('a')
      await play()
      await fixture.advanceClock(3_600_000)
      await see(ann)
      await vote('b')
      await play()
      expect(await visitedSongs(ann)).toEqual([['b'], ['a']])
    })

    it('D6 older entries are requested by the start of the last entry', async () => {
      await vote('a')
      await play()
      await fixture.advanceClock(3_600_000)
      await see(ann)
      await vote('b')
      await play()
      const [newest] = await timeline(ann)
      expect((await timeline(ann, newest?.startTime)).map(({ songs }) => songs[0]?.id)).toEqual(['a'])
    })

    it('D6 an entry has the newest 200 songs, the number of all, and no number of artists', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e']
      await fixture.addSongs(ids)
      const playedIds = Array.from({ length: 201 }, (_, index) => ids[index % ids.length] ?? '')
      const played = jsonRows(playedIds.map((songId, index) => [songId, index]))
      await sql`
        insert into heard_songs (user_id, session_id, visit_at, start_at, song_id)
        select user_id, session_id, visit_at, visit_at + cast(value ->> 1 as bigint), value ->> 0
        from visits cross join ${played} as rows
        where user_id = ${ann.id} and session_id = ${ssid}`.execute(fixture.db)
      const [entry] = await timeline(ann)
      expect(entry?.songCount).toBe(201)
      expect(entry?.songs.map(({ id }) => id)).toEqual(playedIds.slice(1).reverse())
      // The older songs may have other artists, so the number of artists is not known.
      expect(entry?.description).toBe('<b>Artist of a</b>, <b>Artist of e</b>, <b>Artist of d</b>, …')
    })

    it('T1 an entry stays when its session is deleted, without a link', async () => {
      await vote('a')
      await play()
      await granted(ann.call('deleteSession', { params: { ssid } }))
      expect(await timeline(ann)).toMatchObject([{ ssid: null, title: 'Kitchen', songs: [{ id: 'a' }] }])
    })

    it('T2 entries expire after 30 days', async () => {
      await vote('a')
      await play()
      await fixture.advanceClock(30 * DAY_MS)
      expect(await visitedSongs(ann)).toEqual([['a']])
      await fixture.advanceClock(1)
      expect(await visitedSongs(ann)).toEqual([])
      expect(
        await fixture.db.selectFrom('visits').selectAll().where('user_id', '=', ann.id).execute(),
      ).toEqual([])
    })
  })

  it('T1 the description is HTML in which every text is escaped', () => {
    const song: Song = {
      id: 's',
      title: 's',
      artists: [{ id: null, name: 'A & "B"' }],
      cover: null,
      duration: 1,
      sources: [],
      link: null,
      explicit: false,
    }
    expect(describeSongs([song, song], true)).toBe('<b>A &#38; &#34;B&#34;</b>')
    const by = (name: string): Song => ({ ...song, artists: [{ id: null, name }] })
    expect(describeSongs(['a', 'b', 'c', '<d>', 'e'].map(by), true)).toBe('<b>a</b>, <b>b</b>, <b>c</b> + 2')
    expect(describeSongs([by('<d>')], true)).toBe('<b>&#60;d&#62;</b>')
  })
})
