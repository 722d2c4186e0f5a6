import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../testing/databases.ts'
import { type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { choose, entriesOf, items, mine, readable, track } from '../testing/generated-playlists.ts'
import { openSession } from '../testing/session-fixture.ts'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

const HOUR_MS = 3_600_000
/** Texts that PostgreSQL does not store, or that change the text around them. */
const ODD_TEXT = '\0Night\u202E\ud800'

describe.each(databases)('odd values of the provider on $name', (database) => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ben: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(database, { now: () => nowMs }, provider.settings)
  })
  beforeEach(async () => {
    ben = await server.signUp(`ben${(count += 1)}`)
  })
  afterEach(async () => {
    provider.reset()
    await server.app.importsIdle()
    await server.db.deleteFrom('accounts').execute()
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const odd = [
    { ...track(1), name: ODD_TEXT, artists: [{ id: 'somebody', name: ODD_TEXT }] },
    { ...track(2), uri: `spotify:track:\0` },
    { ...track(3), album: { id: 'one', name: ODD_TEXT, images: [{ url: 'https://a.example/\0' }] } },
    { ...track(4), external_urls: { spotify: 'https://a.example/\0' } },
    { ...track(5), name: 'x'.repeat(100_000) },
    { ...track(6), id: 'a\0' },
    { ...track(7), id: 'x'.repeat(101) },
    { ...track(8), duration_ms: 1e300 },
    { ...track(9), duration_ms: -1 },
    { ...track(10), duration_ms: 200_000.4 },
    { ...track(11), duration_ms: 0 },
  ]
  const usable = ['Night', 'Song 2', 'Song 3', 'Song 4', 'Song 10']

  it('L11 songs that cannot be stored are left out of a search, and unsafe characters of the others', async () => {
    await link(ben, 'ben')
    provider.next('/search', { json: { tracks: { items: odd, total: odd.length, next: null } } })
    const { data } = await granted(ben.call('songs', { query: { query: 'night' } }))
    expect(data.map(({ title }) => title)).toEqual(usable)
    expect(data[0]?.artists).toEqual([{ id: 'somebody', name: 'Night' }])
    expect(data[4]?.duration).toBe(200_000)
  })

  it('L11 P1 a song without a length cannot be added, because it would never play', async () => {
    await link(ben, 'ben')
    const ssid = await openSession(ben)
    provider.next('/tracks/empty', { json: { ...track(11), id: 'empty', duration_ms: 0 } })
    const answer = ben.call('voteUp', { params: { ssid }, body: { songID: 'empty', vote: 'up' } })
    expect(await refusal(answer)).toBe('404 not-found')
  })

  it('L11 songs that cannot be stored are left out of a playlist', async () => {
    await link(ben, 'ben')
    const [long] = await readable(ben)
    const id = long?.id ?? ''
    const page = { items: odd.map((item) => ({ item })), total: odd.length, next: null }
    provider.next(items(id), { json: page })
    await choose(ben, id)
    await server.app.importsIdle()
    expect(await mine(ben)).toMatchObject([{ id, state: 'ready', reason: null }])
    const { songs } = await granted(ben.call('playlist', { query: { playlistID: id } }))
    expect(songs.map(({ title }) => title)).toEqual(usable)
  })

  it('L11 playlists that cannot be stored are left out of the list', async () => {
    await link(ben, 'ben')
    const listed = await granted(ben.call('providerPlaylists'))
    provider.next('/me/playlists', {
      edit: (body) => {
        const [entry, ...others] = entriesOf(body)
        const copies = [
          { ...entry, name: ODD_TEXT, owner: { id: 'o\0', display_name: ODD_TEXT } },
          { ...entry, id: 'a/b' },
          { ...entry, id: 'one', items: { total: 1e300 } },
          { ...entry, id: 'two', items: { total: -1 } },
          { ...entry, id: 'three', items: { total: 1.5 } },
          { ...entry, id: 'four', snapshot_id: 'x'.repeat(100_000) },
        ]
        return { ...body, items: [...copies, ...others] }
      },
    })
    const after = await granted(ben.call('fetchPlaylists'))
    expect(after.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
    expect(after[0]).toMatchObject({ title: 'Night', owner: 'Night' })
  })

  it('L1 a person with an odd name is linked', async () => {
    provider.next('/me', { edit: (body) => ({ ...body, display_name: ODD_TEXT, email: '\0' }) })
    expect(await link(ben, 'ben')).toMatchObject([{ name: 'Night', status: 'ok' }])
  })

  it.each([
    ['no lifetime', { expires_in: undefined }],
    ['a lifetime of null', { expires_in: null }],
    ['a lifetime as a text', { expires_in: '3600' }],
    ['a negative lifetime', { expires_in: -1 }],
    ['a lifetime without an end', { expires_in: 1e300 }],
    ['an empty refresh token', { refresh_token: '' }],
  ])('L2 tokens with %s are renewed after an hour, and the link goes on', async (_what, change) => {
    provider.next('/api/token', { edit: (body) => ({ ...body, ...change }) })
    await link(ben, 'ben')
    const [linked] = await granted(ben.call('accounts'))
    expect(linked).toMatchObject({ status: 'ok', valid_until: Math.floor(nowMs / 1000) + 3600 })
  })

  it('L2 a renewed token without a refresh token keeps the old one, also if it is an empty text', async () => {
    await link(ben, 'ben')
    for (let round = 0; round < 2; round += 1) {
      nowMs += HOUR_MS
      // The provider of this test gives a new refresh token each time, and the old one ends. So this one answers alone.
      provider.next('/api/token', { json: { access_token: `new-${round}`, refresh_token: '' } })
      const [renewed] = await granted(ben.call('accounts'))
      expect(renewed).toMatchObject({ status: 'ok', access_token: `new-${round}` })
    }
    nowMs += HOUR_MS
    expect(await granted(ben.call('accounts'))).toMatchObject([{ status: 'ok' }])
  })
})
