import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBarrier } from '../testing/barriers.ts'
import { databases } from '../testing/databases.ts'
import { bad, type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { openSession } from '../testing/session-fixture.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The longest `Retry-After` that was seen from Spotify, in seconds (docs/spotify.md 2.0). */
const LONG_SEC = 48_925

describe('a provider that limits calls or fails', () => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ann: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
  })
  // Each test uses a new server, because the limits of the provider stay in the memory of a server.
  beforeEach(async () => {
    server = await startTestServer(databases[0], { now: () => nowMs }, provider.settings)
    ann = await server.signUp('ann')
    await link(ann, 'ann')
    provider.reset()
  })
  afterEach(async () => {
    provider.reset()
    await server.close()
  })
  afterAll(() => provider.close())

  /** Searches for songs. The default query is new in each call, because the server caches answers. */
  const search = (query = `light ${(count += 1)}`, { call } = ann) => call('songs', { query: { query } })

  it('L6 a limit of the search does not stop other calls, token refreshes or linking', async () => {
    provider.always('/search', bad.quota(LONG_SEC))
    expect(await search()).toMatchObject({ status: 503, error: { code: 'provider-limit', reason: 'quota' } })
    await granted(ann.call('fetchPlaylists'))
    nowMs += HOUR_MS
    expect(await granted(ann.call('accounts'))).toMatchObject([{ status: 'ok' }])
    const ben = await server.signUp('ben')
    expect(await link(ben, 'ben')).toMatchObject([{ status: 'ok' }])
    await granted(ben.call('providerPlaylists'))
  })

  it('L6 a limit pauses only the calls of its group, and they are not sent during the pause', async () => {
    provider.next('/search', bad.limited(7))
    expect(await search()).toMatchObject({ error: { reason: 'rate' }, retryAfterSec: 7 })
    nowMs += 4_000
    expect(await search()).toMatchObject({ error: { reason: 'rate' }, retryAfterSec: 3 })
    expect(provider.calls('/search*')).toHaveLength(1)
    nowMs += 3_000
    await granted(search())
  })

  it('L6 one call is tried every quarter of an hour, even if the provider asks for a longer wait', async () => {
    provider.always('/search', bad.quota(LONG_SEC))
    await search()
    const callCounts: number[] = []
    for (let quarter = 1; quarter <= 3; quarter += 1) {
      nowMs += 15 * MINUTE_MS - 1
      await Promise.all([search(), search()])
      nowMs += 1
      await Promise.all([search(), search(), search()])
      callCounts.push(provider.calls('/search*').length)
    }
    expect(callCounts).toEqual([2, 3, 4])
    provider.reset()
    nowMs += 15 * MINUTE_MS
    await granted(search())
    await granted(search())
  })

  it('L6 a limit of the accounts service refuses only the call that met it', async () => {
    nowMs += HOUR_MS
    provider.next('/api/token', bad.limited(LONG_SEC))
    await granted(ann.call('accounts'))
    expect(await granted(ann.call('accounts'))).toMatchObject([{ status: 'ok' }])
    await granted(ann.call('fetchPlaylists'))
  })

  it('L12 a search whose second page fails answers with the first page and is not cached', async () => {
    provider.next('/search', 'real', bad.broken)
    const part = await granted(search('the'))
    expect(part.data).toHaveLength(10)
    const whole = await granted(search('the'))
    expect(whole.data.length).toBeGreaterThan(10)
    expect(whole.data.slice(0, 10)).toEqual(part.data)
  })

  it('L12 a song on two pages is listed once', async () => {
    let page: Record<string, unknown> = {}
    const remember = (body: Record<string, unknown>) => {
      page = body
      return body
    }
    provider.next('/search', { edit: remember }, () => ({ json: page }))
    const { data } = await granted(search('the'))
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
    expect(data).toHaveLength(10)
  })

  it('L11 a search with null entries finds the other songs', async () => {
    provider.next('/search', {
      edit: ({ tracks, ...body }) => {
        const page: Record<string, unknown> = { ...Object(tracks) }
        const [one, two, three, ...rest]: Record<string, unknown>[] = Object(page['items'])
        const items = [
          null,
          { ...one, name: null },
          { ...two, album: null },
          { ...three, artists: [null] },
          ...rest,
        ]
        return { ...body, tracks: { ...page, items, next: null } }
      },
    })
    const { data } = await granted(search('the'))
    expect(data).toHaveLength(9)
  })

  it('L10 a search answer that contradicts itself is an error, not an empty result', async () => {
    provider.next('/search', { json: { tracks: { items: [], total: 800, next: null } } })
    expect(await search()).toMatchObject({ status: 503, error: { reason: 'unclear' } })
    provider.next('/search', { json: { tracks: { items: [], total: 0, next: null } } })
    expect(await granted(search())).toEqual({ data: [] })
  })

  it.each([
    ['a person without Premium', bad.premium, 'provider-refused', 'premium', 'Premium'],
    ['an operator without Premium', bad.operator, 'provider-refused', 'operator-premium', 'operator'],
    ['contents that are not given', bad.forbidden, 'provider-refused', 'forbidden', 'access'],
    ['a request that is not accepted', bad.request, 'provider-refused', 'bad-request', 'request'],
    ['an outage', bad.broken, 'provider-away', 'away', 'answer'],
    ['what cannot be read', { text: '<html>' }, 'provider-away', 'unclear', 'incomplete'],
  ] as const)('L13 a client can tell %s', async (_what, answer, code, reason, words) => {
    provider.next('/me/playlists', answer)
    const got = await ann.call('fetchPlaylists')
    expect(got).toMatchObject({ ok: false, error: { code, reason } })
    expect(got.ok || got.error.message).toContain(words)
  })

  it.each([
    ['invalid_client', 'app-refused', 'client id and secret'],
    ['unauthorized_client', 'sign-in', 'try again'],
    ['invalid_request', 'sign-in', 'try again'],
  ] as const)('L13 linking that fails by %s is explained as what it is', async (error, reason, words) => {
    provider.next('/api/token', { status: 400, json: { error } })
    const { url } = await granted(ann.call('connectAccount', { body: { service: 'spotify' } }))
    const state = new URL(url).searchParams.get('state') ?? ''
    const got = await ann.call('accountCallback', { body: { code: 'any', state } })
    expect(got).toMatchObject({ ok: false, error: { code: 'provider-refused', reason } })
    expect(got.ok || got.error.message).toContain(words)
  })

  it('L13 D7 an account that is refused refuses nobody else the same search', async () => {
    const ben = await server.signUp('ben')
    await link(ben, 'ben')
    const barrier = createBarrier()
    provider.next('/search', async () => {
      await barrier.stop()
      return { status: 403, text: 'User not registered in the Developer Dashboard' }
    })
    const first = search('the', ann)
    await barrier.reached
    // search-cache.test.ts proves what happens if this search has to wait for the first one.
    const second = search('the', ben)
    barrier.release()
    expect(await first).toMatchObject({ ok: false, error: { reason: 'not-registered' } })
    expect(await second).toMatchObject({ ok: true })
  })

  it('L13 a song that cannot be looked up names the reason, and is not called unknown', async () => {
    const ssid = await openSession(ann)
    const vote = () =>
      ann.call('voteUp', { params: { ssid }, body: { songID: '4uLU6hMCjMI75M1A2tKUQC', vote: 'up' } })
    provider.next('/tracks*', bad.operator, bad.forbidden)
    expect(await vote()).toMatchObject({
      ok: false,
      error: { code: 'provider-refused', reason: 'operator-premium' },
    })
    expect(await vote()).toMatchObject({ ok: false, status: 404, error: { code: 'not-found' } })
  })
})
