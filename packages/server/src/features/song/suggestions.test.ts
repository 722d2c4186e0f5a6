import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { insertSongs, openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const SONG_MS = 180_000

describe.each(databases)('suggestions on $name', (database) => {
  let nowMs = Date.now()
  let lot = 0
  let server: TestServer
  let ann: Person
  let ssid: string
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs, random: () => lot })
    ann = await server.signUp('ann')
  })
  beforeEach(async () => {
    lot = 0
    ssid = await openSession(ann)
  })
  afterAll(() => server.close())

  async function loadSongs(person: Person, ids: readonly string[]): Promise<void> {
    await insertSongs(server, ids, SONG_MS)
    const rows = ids.map((song_id) => ({ user_id: person.id, song_id }))
    await server.db.insertInto('loaded_songs').values(rows).execute()
  }

  const vote = (songID: string) =>
    granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  const play = () => granted(ann.call('play', { params: { ssid } }))

  /** Votes for songs and plays them, one after the other. The last one keeps playing. */
  async function playByVotes(ids: readonly string[]): Promise<void> {
    await insertSongs(server, ids, SONG_MS)
    for (const id of ids) {
      nowMs += 2 * SONG_MS
      // The poll keeps the person active.
      await granted(ann.call('session', { params: { ssid } }))
      await vote(id)
      expect((await play()).song?.id).toBe(id)
    }
  }

  const suggested = async (person = ann) => {
    const { groups } = await granted(person.call('suggestions', { params: { ssid } }))
    return groups
      .filter(({ kind }) => kind !== 'popular')
      .map(({ kind, songs }) => [kind, ...songs.map(({ id }) => id)])
  }
  /** Returns the ids of the popular songs among the suggestions. */
  const popular = async () => {
    const { groups } = await granted(ann.call('suggestions', { params: { ssid } }))
    return groups.find(({ kind }) => kind === 'popular')?.songs.map(({ id }) => id)
  }

  const popularArtists = async () => {
    const { groups } = await granted(ann.call('suggestions', { params: { ssid } }))
    return groups.flatMap(({ kind, songs }) =>
      kind === 'popular' ? songs.map(({ artists }) => artists[0]?.name) : [],
    )
  }

  it('Q4 a new session suggests popular songs to a person without playlists, if the provider answers', async () => {
    expect(await suggested()).toEqual([])
    const first = await popular()
    expect(first).toHaveLength(8)
    // The first four songs are of different artists.
    expect(new Set((await popularArtists()).slice(0, 4)).size).toBe(4)
    // A song in the vote list is not suggested.
    await vote(first?.[0] ?? '')
    expect(await popular()).not.toContain(first?.[0])
    nowMs += 6 * 60_000
    await server.simulateFaults({ failNext: { status: 500, body: '', times: 99, path: '/search' } })
    expect(await popular()).toBeUndefined()
    await server.endFaults()
  })

  it('Q4 enough suggestions need no popular songs', async () => {
    const bea = await server.signUp('bob')
    await loadSongs(
      bea,
      Array.from({ length: 8 }, (_, index) => `full${index}`),
    )
    await granted(bea.call('session', { params: { ssid } }))
    const { groups } = await granted(bea.call('suggestions', { params: { ssid } }))
    expect(groups.map(({ kind }) => kind)).toEqual(['playlists'])
  })

  it('Q4 recently played are the songs before the running one, newest first', async () => {
    await playByVotes(['a', 'b', 'a', 'c'])
    expect(await suggested()).toEqual([['recent', 'a', 'b']])
    nowMs += 2 * SONG_MS
    expect(await suggested()).toEqual([['recent', 'c', 'a', 'b']])
  })

  it('Q4 most voted are the songs that votes chose most often', async () => {
    await playByVotes(['m', 'n', 'n', 'm', 'n', ...Array.from({ length: 9 }, (_, index) => `late${index}`)])
    expect((await suggested()).at(-1)).toEqual(['voted', 'n', 'm'])
  })

  it('Q5 songs from the own playlists are neither listed nor played, and differ by chance', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `own${String(index).padStart(3, '0')}`)
    const bea = await server.signUp('bea')
    await loadSongs(bea, ids)
    await granted(bea.call('session', { params: { ssid } }))
    await playByVotes(['own000', 'other'])
    await vote('own001')
    const first = await suggested(bea)
    expect(first).toEqual([
      ['recent', 'own000'],
      ['playlists', ...ids.slice(2, 10)],
    ])
    lot = 0.999
    expect(await suggested(bea)).toEqual([
      ['recent', 'own000'],
      ['playlists', ...ids.slice(100, 108)],
    ])
    expect(await suggested(ann)).toEqual([['recent', 'own000']])
  })

  it('D7 Q4 suggested songs say whether they are listed', async () => {
    await playByVotes(['x', 'y'])
    await vote('x')
    const { groups } = await granted(ann.call('suggestions', { params: { ssid } }))
    expect(groups[0]?.songs).toMatchObject([{ id: 'x', listed: true, refused: false }])
  })

  it('Q4 only members get suggestions, sixty times in a minute', async () => {
    const eve = await server.signUp('eve')
    const body = { title: 'Bath', managed: false, isPrivate: true }
    const { id } = await granted(ann.call('createSession', { body }))
    expect(await refusal(eve.call('suggestions', { params: { ssid: id } }))).toBe('404 not-found')
    const calls = Array.from({ length: 60 }, () => eve.call('suggestions', { params: { ssid } }))
    const statuses = (await Promise.all(calls)).map((answer) => (answer.ok ? 200 : answer.status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
