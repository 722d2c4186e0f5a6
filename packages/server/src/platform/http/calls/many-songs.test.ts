import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveOver } from '../../../testing/managed-session.ts'
import {
  granted,
  linkPlaylist,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../../testing/session-fixture.ts'
import { expectShortTurns } from '../../../testing/thread-time.ts'
import { databases, numbers, watchStatements } from '../../../testing/databases.ts'

/** Returns whether a statement reads the ids of loaded songs. */
const isReadingLibrary = (statement: unknown): boolean =>
  /"loaded_songs".*"orderBy"/.test(JSON.stringify(statement))

/** More rows than SQLite allows parameters in one statement. */
const LISTED = 33_000
const LOADED = 20_000
const LENGTH_MS = 180_000
/** The length of a song that the rules allow. It ends before the listeners become inactive. */
const SHORT_MS = 10_000

describe('very many songs', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string
  let onStatement: (statement: unknown) => void = () => undefined
  beforeAll(async () => {
    const [database] = databases
    fixture = await openSessionFixture(
      database && watchStatements(database, (statement) => onStatement(statement)),
    )
    await sql`${numbers(LISTED)} insert into songs
      (id, title, artists, duration_ms, service, src, explicit, fetched_at)
      select 'song-' || i, 'The title of song ' || i, '[]', ${sql.lit(LENGTH_MS)}, 'spotify', '', 0, 0
      from numbers`.execute(fixture.db)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    onStatement = () => undefined
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    ssid = await openSession(ann, ben)
  })

  const play = async () => (await granted(ann.call('play', { params: { ssid } }))).song?.id
  const loadMany = () =>
    sql`${numbers(LOADED)} insert into loaded_songs (user_id, song_id)
      select ${ann.id}, 'song-' || i from numbers`.execute(fixture.db)
  /** Sets a fallback playlist of Ann, whose songs are not loaded for random mode. */
  async function setLargeFallback(): Promise<void> {
    const ids = Array.from({ length: LOADED }, (_, index) => `song-${index}`)
    await linkPlaylist(fixture, ann, 'large', ids)
    await granted(saveOver(ann, ssid, { fallback: { id: 'large' } }))
  }
  const setLength = (id: string, duration_ms: number) =>
    fixture.db.updateTable('songs').set({ duration_ms }).where('id', '=', id).execute()

  it('V4 P4 a song that overtakes tens of thousands of songs is chosen', async () => {
    await sql`${numbers(LISTED)} insert into listed_songs
      (session_id, song_id, upvotes, downvotes, voters, first_vote_at, overtaken)
      select ${ssid}, 'song-' || i, 1, 0, '', i, 0 from numbers`.execute(fixture.db)
    await fixture.addSongs(['top'])
    for (const user of [ann, ben])
      await granted(user.call('voteUp', { params: { ssid }, body: { songID: 'top', vote: 'up' } }))
    expect(await play()).toBe('top')
    const overtaken = fixture.db.selectFrom('listed_songs').where('overtaken', '=', 1).select('song_id')
    expect(await overtaken.execute()).toHaveLength(LISTED)
  })

  it.each([
    ['ten seconds later', async () => void (fixture.clock.ms += 1)],
    ['if the rules change', () => granted(saveOver(ann, ssid, { maxMinutes: 1 }))],
  ])('P3 O6 a large library without a song to choose is read again %s', async (_when, change) => {
    await loadMany()
    await expectReadAgain(change)
  })

  it.each([
    ['ten seconds later', async () => void (fixture.clock.ms += 1)],
    ['if the rules change', () => granted(saveOver(ann, ssid, { maxMinutes: 1 }))],
    [
      'if its size changes',
      () => fixture.db.deleteFrom('playlist_songs').where('song_id', '=', 'song-1').execute(),
    ],
  ])(
    'P3 H6 O6 a large fallback playlist without a song to choose is read again %s',
    async (_when, change) => {
      await setLargeFallback()
      await expectReadAgain(change)
    },
  )

  async function expectReadAgain(change: () => Promise<unknown>): Promise<void> {
    await granted(saveOver(ann, ssid, { maxMinutes: 2 }))
    expect(await play()).toBeUndefined()
    // The random draws of this test do not find this song.
    await setLength('song-7777', 50_000)
    fixture.clock.ms += 9_999
    expect(await play()).toBeUndefined()
    await change()
    expect(await play()).toBe('song-7777')
    await setLength('song-7777', LENGTH_MS)
  }

  /** Adds people who have loaded 500 songs each. The rules allow none of these songs. */
  async function addRefused(count: number): Promise<void> {
    await granted(saveOver(ann, ssid, { maxMinutes: 2 }))
    for (let index = 0; index < count; index += 1) {
      const { id, call } = await fixture.addUser('refused')
      await sql`${numbers(500)} insert into loaded_songs (user_id, song_id)
        select ${id}, 'song-' || (i + ${sql.lit(index * 300)}) from numbers`.execute(fixture.db)
      await granted(call('session', { params: { ssid } }))
    }
  }

  it('P3 the libraries of 100 people that the rules refuse are not read for each song', async () => {
    await addRefused(100)
    await fixture.loadSongs(ann, ['allowed'], SHORT_MS)
    // Ann is the first in the session. Before her second turn, the libraries of all others are read.
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await play()).toBe('allowed')
      fixture.clock.ms += SHORT_MS
    }
    let count = 0
    onStatement = () => void (count += 1)
    expect(await play()).toBe('allowed')
    expect(count).toBeLessThan(200)
  })

  it('P3 a vote does not wait until all libraries that the rules refuse are read, and the next choices read the others', async () => {
    await addRefused(100)
    await fixture.addSongs(['voted'], SHORT_MS)
    await fixture.loadSongs(ben, ['allowed', 'allowed too'], SHORT_MS)
    // Ben had a turn already, so the libraries of the others are read first.
    await play()
    fixture.clock.ms += SHORT_MS
    const votes: Promise<unknown>[] = []
    onStatement = (statement) => {
      if (!isReadingLibrary(statement)) return
      fixture.clock.ms += 10
      if (votes.length > 0) return
      votes.push(granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'voted', vote: 'up' } })))
    }
    expect(await play()).toBeUndefined()
    await Promise.all(votes)
    expect(await play()).toBe('voted')
    fixture.clock.ms += SHORT_MS
    let choices = 1
    while ((await play()) === undefined) choices += 1
    expect(choices).toBeLessThan(15)
  })

  it('O6 P3 of play when the rules refuse every loaded song blocks the thread for at most 50 ms', async () => {
    await loadMany()
    // Each try has other rules, so that the library is read in each.
    await expectShortTurns(async (attempt) => {
      await granted(saveOver(ann, ssid, { maxMinutes: 1, noRepeat: attempt }))
      expect(await play()).toBeUndefined()
    })
  })
})
