import { bundledLibrary } from '@jointly/bundled-music'
import { expect, it } from 'vitest'
import { allScopes, startEmulator } from '../testing/test-emulator.ts'
import { lists, toneTitles, trackIdOf } from '../testing/tone-library.ts'

const anyText: unknown = expect.any(String)

it('B12 has empty, read-only lists of saved songs, albums and shows', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann', `${allScopes} user-library-read`)
  for (const kind of ['tracks', 'albums', 'shows', 'episodes', 'audiobooks']) {
    expect(await emulator.call(token, 'GET', `/me/${kind}?limit=50`)).toMatchObject({
      status: 200,
      json: { items: [], total: 0, limit: 50, next: null },
    })
    expect((await emulator.call(token, 'PUT', `/me/${kind}`)).status).toBe(403)
    expect((await emulator.call(token, 'GET', `/me/${kind}/contains`)).status).toBe(403)
  }
  const { access_token: narrow } = await emulator.link('ben')
  expect((await emulator.call(narrow, 'GET', '/me/tracks')).text).toContain('Insufficient client scope')
})

it('B12 returns a created playlist with a page of its items, and adds songs from the query', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const created = await emulator.call(token, 'POST', '/me/playlists', { name: 'Mine', public: false })
  expect(created.json).toMatchObject({
    items: { href: anyText, items: [], limit: 50, next: null, offset: 0, previous: null, total: 0 },
  })
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(created.text)?.[1]
  const [first, second, third] = toneTitles.map((title) => `spotify:track:${trackIdOf(title)}`)
  const add = (query: string) => emulator.call(token, 'POST', `/playlists/${id}/items?${query}`)
  expect((await add(`uris=${first},${second}`)).status).toBe(201)
  expect((await add(`uris=${third}&position=0`)).status).toBe(201)
  expect((await add(`uris=${third}&position=x`)).status).toBe(400)
  expect((await emulator.call(token, 'GET', `/playlists/${id}/items`)).json).toMatchObject({
    items: [{ item: { uri: third } }, { item: { uri: first } }, { item: { uri: second } }],
  })
})

it('B12 adds, replaces and removes at most a hundred songs in one call', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const created = await emulator.call(token, 'POST', '/me/playlists', { name: 'Mine', public: false })
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(created.text)?.[1]
  const status = async (method: string, songs: number) => {
    const uris = Array.from({ length: songs }, () => `spotify:track:${trackIdOf('Gold')}`)
    const body = method === 'DELETE' ? { items: uris.map((uri) => ({ uri })) } : { uris }
    return (await emulator.call(token, method, `/playlists/${id}/items`, body)).status
  }
  const calls = [
    ['POST', 201],
    ['PUT', 200],
    ['DELETE', 200],
  ] as const
  for (const [method, accepted] of calls)
    expect([await status(method, 100), await status(method, 101)]).toEqual([accepted, 400])
})

it('B12 includes copyrights and external ids of albums', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const album = async (query: string) => {
    const search = await emulator.call(token, 'GET', `/search?q=${query}&type=album`)
    const id = /"uri":"spotify:album:(\w+)"/.exec(search.text)?.[1]
    return (await emulator.call(token, 'GET', `/albums/${id}`)).json
  }
  expect(await album('first')).toMatchObject({
    name: 'First Light',
    copyrights: [{ text: '2019 Nova', type: 'P' }],
    external_ids: { upc: '400000000015' },
  })
  expect(await album('blue')).toMatchObject({ name: 'Blue Hour', copyrights: [], external_ids: {} })
})

it('B12 the bundled songs have copyrights, a UPC for each album, and an ISRC for each song', async () => {
  const library = bundledLibrary()
  const emulator = await startEmulator({ library })
  const { access_token: token } = await emulator.link('ann')
  const get = async (path: string) => (await emulator.call(token, 'GET', path)).json
  for (const { id, trackIds } of [...library.catalogue().albums.values()].slice(0, 5)) {
    expect(await get(`/albums/${id}`)).toMatchObject({
      copyrights: [
        { text: '2026 The Jointly authors', type: 'C' },
        { text: '2026 The Jointly authors', type: 'P' },
      ],
      external_ids: { upc: expect.stringMatching(/^\d{12}$/) },
    })
    expect(await get(`/tracks/${trackIds[0]}`)).toMatchObject({
      external_ids: { isrc: expect.stringMatching(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/) },
    })
  }
})

it('B12 lists the allowed methods of a path, and answers 304 for an unchanged response', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const wrong = await emulator.call(token, 'DELETE', '/me/playlists')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])

  const address = `${emulator.base}/api/v1/playlists/${lists.long.id}/items`
  const authorization = `Bearer ${token}`
  const first = await fetch(address, { headers: { authorization } })
  expect(first.headers.get('cache-control')).toBe('private, max-age=0')
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(address, { headers: { authorization, 'if-none-match': `"old", ${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const changed = await fetch(`${address}?offset=1`, { headers: { authorization, 'if-none-match': etag } })
  expect(changed.status).toBe(200)
})

it('B12 calls a missing code or refresh token an invalid request', async () => {
  const emulator = await startEmulator()
  const refusal = async (form: Record<string, string>) => {
    const answer = await emulator.tokenRequest({ client_id: 'public', ...form })
    return [answer.status, await answer.json()]
  }
  const invalid = (what: string) => [
    400,
    { error: 'invalid_request', error_description: `${what} must be supplied` },
  ]
  expect(await refusal({ grant_type: 'authorization_code' })).toEqual(invalid('code'))
  expect(await refusal({ grant_type: 'refresh_token' })).toEqual(invalid('refresh_token'))
})
