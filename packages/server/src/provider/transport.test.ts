import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
