import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginTransaction } from '../../testing/barriers.ts'
import { databases, watchStatements } from '../../testing/databases.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  linkPlaylist,
  type SessionFixture,
  openSession,
  openSessionFixture,
  refusal,
} from '../../testing/session-fixture.ts'

const LENGTH_MS = 180_000

/** Returns whether a statement reads the loaded songs of a user. */
const isReadingLibrary = (statement: string): boolean => /"loaded_songs".*"orderBy"/.test(statement)

describe.each(databases)('the matcher on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let ssid: string
  let statements: string[] = []

  beforeAll(async () => {
    fixture = await openSessionFixture(
      watchStatements(factory, (statement) => void statements.push(JSON.stringify(statement))),
    )
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ;[ann, ben, cleo] = [
      await fixture.addUser('ann'),
      await fixture.addUser('ben'),
      await fixture.addUser('cleo'),
    ]
    ssid = await openManagedSession(ann, [], ben, cleo)
    await fixture.loadSongs(ann, ['x1', 'x2', 'x3', 'x4'], LENGTH_MS)
    await fixture.loadSongs(ben, ['y1', 'y2', 'x1'], LENGTH_MS)
  })

  const known = async (guest = ann) =>
    (await granted(guest.call('matcher', { params: { ssid } }))).listeners.map(({ user, songs }) => [
      user.id,
      songs,
    ])

  /** Requests the view after its cached copy has expired, but before a listener becomes inactive. */
  const matcher = (guest = ann) => {
    fixture.clock.ms += 5_000
    return known(guest)
  }

  /**
   * Lets random mode choose a song. @returns the user for whom it chose, which is random for users without
   * earlier turns
   */
  const servedFirst = async () => {
    await granted(ann.call('play', { params: { ssid } }))
    const { nowPlaying } = await granted(ann.call('session', { params: { ssid } }))
    return nowPlaying.by?.id ?? ''
  }

  it('D10 P2 lists the listeners with songs, the next one first', async () => {
    expect(await matcher(cleo)).toEqual([
      [ann.id, 4],
      [ben.id, 3],
    ])
    const served = await servedFirst()
    expect((await matcher()).map(([id]) => id)).toEqual(
      served === ann.id ? [ben.id, ann.id] : [ann.id, ben.id],
    )
  })

  it('D10 P2 counts for each user the last songs by random mode and by votes, and marks who is next', async () => {
    const shares = async () => {
      fixture.clock.ms += 5_000
      const { listeners, picked, voted } = await granted(ann.call('matcher', { params: { ssid } }))
      const rows = listeners.map(({ user, ...each }) => [user.id, each.picked, each.voted, each.next])
      return { rows, picked, voted }
    }
    expect(await shares()).toEqual({
      rows: [
        [ann.id, 0, 0, true],
        [ben.id, 0, 0, true],
      ],
      picked: 0,
      voted: 0,
    })
    const first = await servedFirst()
    const [served, waits] = first === ann.id ? [ann, ben] : [ben, ann]
    expect((await shares()).rows).toEqual([
      [waits.id, 0, 0, true],
      [served.id, 1, 0, false],
    ])
    await granted(cleo.call('voteUp', { params: { ssid }, body: { songID: 'x4' } }))
    await fixture.advanceClock(LENGTH_MS)
    for (const guest of [ann, ben, cleo]) await granted(guest.call('session', { params: { ssid } }))
    await granted(ann.call('play', { params: { ssid } }))
    expect(await shares()).toMatchObject({ picked: 1, voted: 1 })
    // Cleo has no playlists, but a song that she voted for played.
    const { without } = await granted(ann.call('matcher', { params: { ssid } }))
    expect(without).toMatchObject([{ id: cleo.id, picked: 0, voted: 1 }])
  })

  it('D10 lists a new listener at once, also right after another request', async () => {
    expect(await known()).toHaveLength(2)
    const dan = await fixture.addUser('dan')
    await fixture.loadSongs(dan, ['z1'], LENGTH_MS)
    await granted(dan.call('session', { params: { ssid } }))
    expect((await known()).map(([id]) => id)).toContain(dan.id)
  })

  it('D10 lists active users without songs, and counts all', async () => {
    const { listenerCount, without, withoutCount } = await granted(ann.call('matcher', { params: { ssid } }))
    expect([listenerCount, without.map(({ id }) => id), withoutCount]).toEqual([2, [cleo.id], 1])
  })

  it('D10 is made again as soon as a song was chosen', async () => {
    const before = await known()
    await servedFirst()
    expect(await known()).not.toEqual(before)
  })

  it('D10 P3 counts songs that can be chosen now, without recent, negative and refused ones', async () => {
    await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'y2' } }))
    expect(await matcher()).toEqual([
      [ann.id, 4],
      [ben.id, 2],
    ])
    await granted(
      saveOver(ann, ssid, { flavor: { mode: 'blacklist', selected: [{ kind: 'song', id: 'x1' }] } }),
    )
    expect(await matcher()).toEqual([
      [ann.id, 3],
      [ben.id, 1],
    ])
    const ends = {
      [ann.id]: [
        [ben.id, 1],
        [ann.id, 2],
      ],
      [ben.id]: [
        [ann.id, 3],
        [ben.id, 0],
      ],
    }
    const served = await servedFirst()
    expect(await matcher()).toEqual(ends[served])
  })

  it('D10 is made at most once in five seconds for all users', async () => {
    const before = await matcher()
    await fixture.loadSongs(ben, ['y3'], LENGTH_MS)
    expect(await known(cleo)).toEqual(before)
    fixture.clock.ms += 4_999
    expect(await known()).toEqual(before)
    fixture.clock.ms += 1
    expect(await known()).toEqual([
      [ann.id, 4],
      [ben.id, 4],
    ])
  })

  /** Lets 20 people with songs enter one after the other. Each requests the view, and the next one enters meanwhile. */
  const enterAndAsk = async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => fixture.addUser('guest')))
    for (const guest of people) await fixture.loadSongs(guest, ['x1', 'x2'])
    statements = []
    const views: Promise<unknown>[] = []
    for (const { call } of people) {
      await granted(call('session', { params: { ssid } }))
      views.push(granted(call('matcher', { params: { ssid } })))
    }
    await Promise.all(views)
    expect(await known()).toHaveLength(22)
  }

  it('D10 O6 reads each library once while people enter a session with rules for songs', async () => {
    await granted(saveOver(ann, ssid, { maxMinutes: 10 }))
    await enterAndAsk()
    expect(statements.filter(isReadingLibrary)).toHaveLength(22)
  })

  it('D10 H6 O6 reads no library if the rules refuse no songs, also with a fallback playlist', async () => {
    await linkPlaylist(fixture, ann, 'fallback', ['x1', 'x2', 'x3'])
    await granted(saveOver(ann, ssid, { fallback: { id: 'fallback' } }))
    await enterAndAsk()
    expect(statements.filter(isReadingLibrary)).toEqual([])
    expect((await known()).filter(([id]) => id === ann.id)).toEqual([[ann.id, 3]])
  })

  it('D10 does not list users who left, and is empty if nobody has songs', async () => {
    await fixture.advanceClock(29_000)
    for (const guest of [ben, cleo]) await granted(guest.call('session', { params: { ssid } }))
    await fixture.advanceClock(1_000)
    expect(await matcher(ben)).toEqual([[ben.id, 3]])
    await fixture.advanceClock(60_000)
    await granted(cleo.call('session', { params: { ssid } }))
    expect(await matcher(cleo)).toEqual([])
  })

  it('S2 is refused to users who are not admitted', async () => {
    const stranger = await fixture.addUser('stranger')
    await granted(saveOver(ann, ssid, { policy: 'invite' }))
    expect(await refusal(stranger.call('matcher', { params: { ssid } }))).toBe('404 not-found')
  })
})

it('D10 O6 people who ask for a newer view at the same moment get the same one', async () => {
  const [database] = databases
  if (!database) throw new Error('There is no database to test with')
  let statementCount = 0
  let viewCount = 0
  const fixture = await openSessionFixture(
    watchStatements(database, (statement) => {
      statementCount += 1
      // The statement that finds the users with songs is the first one of a view.
      if (!JSON.stringify(statement).includes('exists (select 1 from loaded_songs')) return
      viewCount += 1
      // The view is too old for the next person who asks.
      fixture.clock.ms += 5_000
    }),
  )
  const ann = await fixture.addUser('ann')
  const ssid = await openSession(ann)
  // SQLite has one connection. The calls wait for it, so all of them run at the same time.
  const transaction = await beginTransaction(fixture.db, async () => {
    statementCount = 0
  })
  const views = Array.from({ length: 5 }, () => granted(ann.call('matcher', { params: { ssid } })))
  await expect.poll(() => statementCount).toBe(5)
  await transaction.commit()
  await Promise.all(views)
  expect(viewCount).toBe(1)
  await fixture.close()
})
