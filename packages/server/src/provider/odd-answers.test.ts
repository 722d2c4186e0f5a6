import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bad,
  type FaultyAnswer,
  type FaultyProvider,
  startFaultyProvider,
} from '../testing/faulty-provider.ts'
import { choose, items, readable, track } from '../testing/generated-playlists.ts'
import { openSession } from '../testing/session-fixture.ts'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

const MEGABYTE = 1024 * 1024
const LIMITED = bad.limited(60)
const BYTE_ORDER_MARK = '\uFEFF'

/** Cuts off the end of a compressed text. */
const truncated = (text: string) => gzipSync(text.padEnd(10_000)).subarray(0, 40)

describe('odd answers of the provider', () => {
  let nowMs = Date.UTC(2026, 10, 27)
  let provider: FaultyProvider
  let server: TestServer
  let ann: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(undefined, { now: () => nowMs }, provider.settings)
  })
  beforeEach(async () => {
    ann = await server.signUp(`ann${(count += 1)}`)
    // No limit of an earlier test counts any more.
    nowMs += 60 * 60_000
  })
  afterEach(() => provider.reset())
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const lists = async () => {
    const answer = await ann.call('fetchPlaylists')
    return answer.ok ? 'ok' : (answer.error as { reason?: string }).reason
  }

  describe('to a call of the Web API', () => {
    beforeEach(async () => {
      await link(ann, 'ann')
      provider.reset()
    })

    /** Calls the provider, and lets the time limit of ten seconds end when the answer has begun. */
    async function listsUntilTheTimeLimit(answer: FaultyAnswer) {
      const timer = new AbortController()
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
      const fetched = vi.spyOn(globalThis, 'fetch')
      provider.next('/me/playlists', { ...answer, isEndless: true })
      const reason = lists()
      await expect.poll(() => fetched.mock.settledResults.map(({ type }) => type)).toContain('fulfilled')
      timer.abort()
      timeout.mockRestore()
      fetched.mockRestore()
      return reason
    }

    it('L13 a body that never ends counts as an outage after ten seconds', async () => {
      expect(await listsUntilTheTimeLimit({ text: '{"items":[' })).toBe('away')
      expect(await listsUntilTheTimeLimit({ ...bad.broken, text: '<' })).toBe('away')
      expect(await lists()).toBe('ok')
    })

    it('L6 a limit counts also if its body never ends', async () => {
      expect(await listsUntilTheTimeLimit({ ...LIMITED, text: 'Too' })).toBe('rate')
      expect(await lists()).toBe('rate')
      nowMs += 60_000
      expect(await lists()).toBe('ok')
    })

    it('L6 a limit counts also if its body cannot be read', async () => {
      const headers = { ...LIMITED.headers, 'content-encoding': 'gzip' }
      provider.next('/me/playlists', { ...LIMITED, headers, text: 'no gzip' })
      expect(await lists()).toBe('rate')
      expect(await lists()).toBe('rate')
      expect(provider.calls('/me/playlists*')).toHaveLength(1)
    })

    it('L11 songs that the country of the account does not have are left out', async () => {
      // Like Spotify, the provider says only for a named country whether a song can be played.
      const withheld = (at: number, { searchParams }: URL) => ({
        ...track(at),
        ...(/^[A-Z]{2}$/.test(searchParams.get('market') ?? '') && { is_playable: false }),
      })
      const ssid = await openSession(ann)
      provider.always(`/tracks/${track(1).id}`, (url) => ({ json: withheld(1, url) }))
      const vote = ann.call('voteUp', { params: { ssid }, body: { songID: track(1).id } })
      expect(await refusal(vote)).toBe('404 not-found')

      const page = (at: number, url: URL, next: string | null) => ({
        items: [withheld(at, url), track(at + 1)],
        total: 4,
        next,
      })
      const album = { id: 'withheld', name: 'Withheld', images: [] }
      provider.always('/albums/withheld', (url) => ({ json: { ...album, tracks: page(1, url, 'more') } }))
      provider.always('/albums/withheld/tracks', (url) => ({ json: page(3, url, null) }))
      const { songs } = await granted(ann.call('album', { params: { id: 'withheld' }, query: { ssid } }))
      expect(songs.map(({ title }) => title)).toEqual(['Song 2', 'Song 4'])

      const id = (await readable(ann))[0]?.id ?? ''
      provider.always(items(id), (url) => ({
        json: { items: [{ item: withheld(1, url) }, { item: track(2) }], total: 2, next: null },
      }))
      await choose(ann, id)
      await server.app.importsIdle()
      const playlist = await granted(ann.call('playlist', { query: { playlistID: id } }))
      expect(playlist.songs.map(({ title }) => title)).toEqual(['Song 2'])
    })

    it.each([301, 302, 303, 307, 308])('L13 the redirect %i is not followed', async (status) => {
      provider.next('/me/playlists', { status, headers: { location: `${provider.apiBase}/me/playlists` } })
      expect(await lists()).toBe('away')
      expect(await lists()).toBe('ok')
    })

    it('L13 a truncated compressed answer is an incomplete answer', async () => {
      const headers = { 'content-encoding': 'gzip' }
      provider.next('/me/playlists', { headers, text: truncated('{"items":[],"total":0,"next":null}') })
      expect(await lists()).toBe('unclear')
      expect(await lists()).toBe('ok')
    })

    it('L13 a byte order mark before the answer is ignored', async () => {
      const tracks = { items: [track(1)], total: 1, next: null }
      provider.next('/search', { text: BYTE_ORDER_MARK + JSON.stringify({ tracks }) })
      const { data } = await granted(ann.call('songs', { query: { query: 'mark' } }))
      expect(data.map(({ title }) => title)).toEqual(['Song 1'])
    })

    it.each([
      ['in two minutes', 120_000, 120],
      ['in a day', 86_400_000, 900],
      ['a minute ago', -60_000, 5],
    ])('L6 a limit may name the time when it ends: %s', async (_what, afterMs, seconds) => {
      const date = new Date(nowMs + afterMs).toUTCString()
      provider.next('/me/playlists', { ...LIMITED, headers: { 'retry-after': date } })
      expect(await ann.call('fetchPlaylists')).toMatchObject({ status: 503, retryAfterSec: seconds })
    })

    it('V1 a vote for a song that the provider replaced by another one counts for the other one', async () => {
      const session = { title: 'Kitchen', isPrivate: false, managed: false }
      const { id: ssid } = await granted(ann.call('createSession', { body: session }))
      const old = { ...track(1), id: 'replacedSong0000000001' }
      provider.always(`/tracks/${old.id}`, {
        json: { ...track(2), linked_from: { id: old.id, uri: old.uri } },
      })
      const vote = (songID: string) => granted(ann.call('voteUp', { params: { ssid }, body: { songID } }))
      expect(await vote(old.id)).toMatchObject({ songID: track(2).id, score: 1 })
      // The second vote takes the first one back, also with the id of the other song.
      expect(await vote(track(2).id)).toMatchObject({ songID: track(2).id, score: 0 })
      expect(await vote(old.id)).toMatchObject({ songID: track(2).id, score: 1 })
    })
  })

  describe('to a request for tokens', () => {
    const status = async () => (await granted(ann.call('accounts')))[0]?.status

    it.each([
      ['of five megabytes', { more: 'x'.repeat(5 * MEGABYTE) }],
      ['with an access token of three megabytes', { access_token: 'x'.repeat(3 * MEGABYTE) }],
      ['with a line break in the access token', { access_token: 'one\r\nHost: evil.example' }],
      ['with an access token of another alphabet', { access_token: '\u0442\u043e\u043a\u0435\u043d' }],
      ['with a zero byte in the access token', { access_token: 'one\0' }],
      ['with a refresh token of three megabytes', { refresh_token: 'x'.repeat(3 * MEGABYTE) }],
    ])('L2 an answer %s links nothing', async (_what, change) => {
      provider.next('/api/token', { edit: (body) => ({ ...body, ...change }) })
      await expect(link(ann, 'ann')).rejects.toThrow('refused: 503')
      expect(await granted(ann.call('accounts'))).toEqual([])
      expect(provider.calls('/me')).toEqual([])
      await link(ann, 'ann')
      expect(await status()).toBe('ok')
    })

    it.each(['one\r\nHost: evil.example', 'one\0', '\u0442\u043e\u043a\u0435\u043d', 'x'.repeat(5_000)])(
      'L2 a renewal keeps the old tokens if the new access token is not one: %j',
      async (token) => {
        await link(ann, 'ann')
        const [account] = await granted(ann.call('accounts'))
        provider.next('/api/token', {
          json: { access_token: token, expires_in: 3_600, refresh_token: 'new' },
        })
        const body = { refused: account?.access_token ?? '' }
        expect(await ann.call('renewAccount', { body })).toMatchObject({
          status: 503,
          error: { reason: 'unclear' },
        })
        expect(await lists()).toBe('ok')
        const [renewed] = await granted(ann.call('renewAccount', { body }))
        expect(renewed).toMatchObject({ status: 'ok' })
        expect(renewed?.access_token).not.toBe(account?.access_token)
      },
    )
  })
})
