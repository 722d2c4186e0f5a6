import { bundledLibrary } from '@jointly/bundled-music'
import { expect, it } from 'vitest'
import { deviceIdOf, page } from '../testing/device.ts'
import { allScopes, startEmulator } from '../testing/test-emulator.ts'
import { lists, toneLibrary, toneTitles, trackIdOf } from '../testing/tone-library.ts'

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

it('B12 has empty lists of what a person listens to most', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann', 'user-top-read')
  for (const kind of ['artists', 'tracks'])
    expect(await emulator.call(token, 'GET', `/me/top/${kind}?time_range=short_term&limit=10`)).toMatchObject(
      {
        status: 200,
        json: { items: [], total: 0, limit: 10, next: null },
      },
    )
  const { access_token: other } = await emulator.link('ben')
  expect((await emulator.call(other, 'GET', '/me/top/tracks')).text).toContain('Insufficient client scope')
})

it('B12 the albums of an artist come in pages, the newest first', async () => {
  const library = toneLibrary()
  const catalogue = library.catalogue()
  const [album] = catalogue.albums.values()
  if (album === undefined) throw new Error('the library is empty')
  const years = Array.from({ length: 12 }, (_, number) => String(2000 + number))
  const own = years.map((year) => ({ ...album, id: year.padStart(22, '0'), name: year, releaseDate: year }))
  const albums = new Map([...catalogue.albums, ...own.map((each) => [each.id, each] as const)])
  const emulator = await startEmulator({
    library: { ...library, catalogue: () => ({ ...catalogue, albums }) },
  })
  const { access_token: token } = await emulator.link('ann')
  const path = `/artists/${album.artistIds[0]}/albums`
  const call = (query: string) => emulator.call(token, 'GET', path + query)
  const next = `${emulator.base}/api/v1${path}?include_groups=single&offset=10&limit=10`
  expect((await call('?include_groups=single&limit=10')).json).toMatchObject({
    items: [
      { name: 'First Light' },
      ...years
        .slice(3)
        .toReversed()
        .map((name) => ({ name })),
    ],
    next,
    total: 13,
  })
  expect((await call('?include_groups=single&limit=10&offset=10')).json).toMatchObject({
    items: [{ name: '2002' }, { name: '2001' }, { name: '2000' }],
    next: null,
  })
  expect((await call('?include_groups=album')).json).toMatchObject({ items: [], total: 0 })
  expect((await call('?limit=11')).status).toBe(400)
  expect((await emulator.call(token, 'GET', `/artists/${'x'.repeat(22)}/albums`)).status).toBe(404)
})

it('B12 returns a created playlist with a page of its items, and adds and replaces songs from the query', async () => {
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
  const replaced = await emulator.call(token, 'PUT', `/playlists/${id}/items?uris=${second},${first}`)
  expect(replaced).toMatchObject({ status: 200, json: { snapshot_id: anyText } })
  expect((await emulator.call(token, 'GET', `/playlists/${id}/items`)).json).toMatchObject({
    items: [{ item: { uri: second } }, { item: { uri: first } }],
    total: 2,
  })
})

it('B12 adds songs at the position of the query, also if they are in the body or are the body', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const created = await emulator.call(token, 'POST', '/me/playlists', { name: 'Mine', public: false })
  const path = `/playlists/${/"id":"([0-9A-Za-z]{22})"/.exec(created.text)?.[1]}/items`
  const [first = '', second = '', third = ''] = toneTitles.map((title) => `spotify:track:${trackIdOf(title)}`)
  const add = async (query: string, body: unknown) =>
    (await emulator.call(token, 'POST', path + query, body)).status
  expect(await add('', [third])).toBe(201)
  expect(await add('?position=0', { uris: [second] })).toBe(201)
  expect(await add(`?uris=${first}`, { position: 0 })).toBe(201)
  expect(await add('?position=0', '"text"')).toBe(400)
  expect((await emulator.call(token, 'GET', path)).json).toMatchObject({
    items: [{ item: { uri: first } }, { item: { uri: second } }, { item: { uri: third } }],
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

/** Starts the provider with an album of so many songs, all with the same title. */
async function withAlbum(size: number) {
  const library = toneLibrary()
  const catalogue = library.catalogue()
  const [album] = catalogue.albums.values()
  const [track] = catalogue.tracks.values()
  if (album === undefined || track === undefined) throw new Error('the library is empty')
  const ids = Array.from({ length: size }, (_, number) => String(number).padStart(22, '0'))
  const tracks = new Map(ids.map((id) => [id, { ...track, id, title: 'Endless' }]))
  const albums = new Map([[album.id, { ...album, trackIds: ids }]])
  const emulator = await startEmulator({
    library: { ...library, catalogue: () => ({ ...catalogue, tracks, albums }) },
  })
  const { access_token: token } = await emulator.link('ann')
  const call = (path: string) => emulator.call(token, 'GET', path)
  return { ids, call, albumId: album.id, apiUrl: `${emulator.base}/api/v1` }
}

it('B12 the songs of a long album come in pages', async () => {
  const { ids, call, albumId, apiUrl } = await withAlbum(60)
  const next = `${apiUrl}/albums/${albumId}/tracks?offset=50&limit=50`
  const ofIds = (wanted: readonly string[]) => wanted.map((id) => ({ id }))
  expect((await call(`/albums/${albumId}`)).json).toMatchObject({
    tracks: { items: ofIds(ids.slice(0, 50)), next, total: 60 },
  })
  const second = await call(next.slice(apiUrl.length))
  expect(second.json).toMatchObject({ items: ofIds(ids.slice(50)), next: null, offset: 50, total: 60 })
  expect(second.text).not.toContain('"album"')
  expect((await call(`/albums/${albumId}/tracks`)).json).toMatchObject({ limit: 20 })
  expect((await call(`/albums/${albumId}/tracks?limit=51`)).status).toBe(400)
  expect((await call(`/albums/${'x'.repeat(22)}/tracks`)).status).toBe(404)
  expect((await call('/albums/x/tracks')).status).toBe(400)
})

it('B12 a page has no next page that would be refused', async () => {
  const { call } = await withAlbum(1_020)
  const search = '/search?q=endless&type=track&limit=10'
  expect((await call(`${search}&offset=1010`)).status).toBe(400)
  expect((await call(`${search}&offset=1000`)).json).toMatchObject({ tracks: { total: 1_020, next: null } })
  expect((await call(`${search}&offset=990`)).json).toMatchObject({ tracks: { next: anyText } })
})

it('B12 says what is playing', async () => {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const current = () => emulator.call(token, 'GET', '/me/player/currently-playing')
  expect((await current()).status).toBe(204)
  await page(emulator, token, deviceIdOf('a'))
  const uris = [`spotify:track:${trackIdOf('Gold')}`]
  await emulator.call(token, 'PUT', `/me/player/play?device_id=${deviceIdOf('a')}`, { uris })
  const { json } = await current()
  expect(json).toMatchObject({ is_playing: true, item: { name: 'Gold' }, currently_playing_type: 'track' })
  expect(json).not.toHaveProperty('device')
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
