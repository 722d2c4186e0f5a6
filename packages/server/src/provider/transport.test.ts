import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../testing/databases.ts'
import { type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

describe('answers of the provider', () => {
  let provider: FaultyProvider
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    provider = await startFaultyProvider()
    server = await startTestServer(databases[0], {}, provider.settings)
    ann = await server.signUp('ann')
    await link(ann, 'ann')
  })
  afterEach(() => provider.reset())
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  it('L13 a redirect is not followed and counts as an outage', async () => {
    provider.reset()
    provider.next('/me/playlists', { status: 307, headers: { location: `${provider.apiBase}/me` } })
    expect(await ann.call('fetchPlaylists')).toMatchObject({
      status: 503,
      error: { code: 'provider-away', reason: 'away' },
    })
    expect(provider.calls()).toHaveLength(1)
  })

  it('L13 a provider that does not answer within ten seconds counts as unavailable', async () => {
    const timer = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
    provider.next('/me/playlists', () => new Promise(() => undefined))
    const call = ann.call('fetchPlaylists')
    await expect.poll(() => provider.calls('/me/playlists*')).toHaveLength(1)
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000)
    timer.abort()
    expect(await call).toMatchObject({ status: 503, error: { code: 'provider-away', reason: 'away' } })
    timeout.mockRestore()
  })

  it('L13 an answer of more than four megabytes counts as an outage', async () => {
    const answerWith = (characters: number) => {
      provider.reset()
      provider.next('/me/playlists', { edit: (body) => ({ ...body, more: 'x'.repeat(characters) }) })
      return ann.call('fetchPlaylists')
    }
    expect(await answerWith(4_000_000)).toMatchObject({ ok: true })
    expect(await answerWith(4_200_000)).toMatchObject({
      status: 503,
      error: { code: 'provider-away', reason: 'away' },
    })
  })

  it.each([
    [
      'a page instead of JSON',
      { text: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
      'unclear',
    ],
    ['a success without a body', { text: '' }, 'unclear'],
    ['a success that has no body', { status: 204 }, 'unclear'],
    ['JSON that ends early', { text: '{"items":[' }, 'unclear'],
    ['JSON of another form', { json: [] }, 'unclear'],
    ['a broken compression', { text: 'no gzip', headers: { 'content-encoding': 'gzip' } }, 'away'],
  ] as const)('L13 %s is a refusal with its reason', async (_what, answer, reason) => {
    provider.next('/me/playlists', answer)
    expect(await ann.call('fetchPlaylists')).toMatchObject({
      status: 503,
      error: { code: 'provider-away', reason },
    })
    expect(await ann.call('fetchPlaylists')).toMatchObject({ ok: true })
  })

  it.each([
    ['-5', 5],
    ['soon', 5],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 900],
    ['0', 5],
    ['1e300', 900],
    ['Infinity', 900],
    ['7', 7],
  ])('L6 a limit with the wait %j lasts %i s', async (wait, seconds) => {
    const fresh = await startTestServer(databases[0], { now: () => 0 }, provider.settings)
    const person = await fresh.signUp('ann')
    await link(person, 'ann')
    provider.next('/me/playlists', { status: 429, headers: { 'retry-after': wait } })
    expect(await person.call('fetchPlaylists')).toMatchObject({ status: 503, retryAfterSec: seconds })
    await fresh.close()
  })

  it('L11 a song gets a link only if its address is safe to open', async () => {
    const wires = [
      'javascript:alert(1)',
      'data:text/html,x',
      ' JavaScript:alert(1)',
      'no address',
      'https://open.example.org/track/1',
    ]
    const tracks = wires.map((spotify, number) => ({
      id: `song${number}`,
      name: `Song ${number}`,
      duration_ms: 1_000,
      uri: `spotify:track:song${number}`,
      external_urls: { spotify },
    }))
    provider.always('/search', {
      json: { tracks: { items: tracks, next: null, total: tracks.length } },
    })
    const { data } = await granted(ann.call('songs', { query: { query: 'link' } }))
    expect(data.map(({ link: address }) => address)).toEqual([...wires.slice(0, 4).map(() => null), wires[4]])
  })
})
