import { expect, it } from 'vitest'
import { containing, startEmulator } from '../testing/test-emulator.ts'
import { lists, toneTitles } from '../testing/tone-library.ts'
import { searchRoute } from './search-route.ts'

it.each([
  ['cafe', ['Café del Norte']],
  ['BLUE', ['Blue Moon Rising', 'Every Blue Thing']],
  ['вечер', ['Добрый вечер']],
  ['alesund', ['Ålesund Morning']],
  ['ol brod gold', []],
  ['nova gold', ['Gold']],
  ['artist:"Øl & Brød" fj', ['Fjord']],
  ['kit album:"blue hour" year:2021', []],
  ['la genre:folk', ['Lantern']],
  ['g', ['Gold']],
  ['!!!', []],
])('finds the expected results for %s, best first', async (query, best) => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const found = await emulator.call(
    access_token,
    'GET',
    `/search?type=track&limit=10&q=${encodeURIComponent(query)}`,
  )
  const names = [...found.text.matchAll(/"name":"([^"]+)","preview_url"/g)].map(([, name]) => name)
  expect(names.slice(0, Math.max(1, best.length))).toEqual(best)
})

it('has the search limits of apps of 2026', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const search = (query: string) => emulator.call(access_token, 'GET', `/search?${query}`)
  expect((await search('type=track')).text).toContain('No search query')
  expect((await search('q=a&type=track&limit=11')).text).toContain('Invalid limit')
  expect((await search('q=a&type=video')).text).toContain('Bad search type field')
  const { json } = await search('q=genre:folk&type=track,artist,album,playlist&limit=2&offset=2')
  expect(json).toMatchObject({
    tracks: { total: toneTitles.length / 2, limit: 2, offset: 2, next: containing('offset=4') },
    artists: { total: 1 },
  })
})

it('B7 refuses a search that is too long or has too many types', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const search = (query: string) => emulator.call(access_token, 'GET', `/search?${query}`)
  expect((await search(`q=${'a'.repeat(250)}&type=track`)).status).toBe(200)
  expect(await search(`q=${'a'.repeat(251)}&type=track`)).toMatchObject({
    status: 400,
    json: { error: { status: 400, message: 'Query exceeds maximum length of 250 characters' } },
  })
  expect((await search(`q=a&type=${'track,'.repeat(8)}`)).text).toContain('Bad search type field')
})

it('B12 accepts every search type, a trailing slash and all countries', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const search = (query: string) => emulator.call(access_token, 'GET', `/search${query}`)
  expect(await search('?q=gold&type=show,episode,audiobook')).toMatchObject({
    status: 200,
    json: { shows: { items: [], total: 0 }, episodes: { items: [] }, audiobooks: { items: [] } },
  })
  expect((await search('/?q=gold&type=track&market=SE')).json).toMatchObject({ tracks: { total: 1 } })
  for (const market of ['XX', 'ZZ', 'Sweden', ''])
    expect(await search(`?q=gold&type=track&market=${market}`)).toMatchObject({
      status: 400,
      json: { error: { message: 'Invalid market code' } },
    })
})

it('B12 has null entries, local files, episodes and null fields in its lists when switched on', async () => {
  const emulator = await startEmulator({ faults: { oddEntries: true } })
  const { access_token } = await emulator.link('ann')
  const get = async (path: string) => (await emulator.call(access_token, 'GET', path)).json
  expect(await get('/me')).toMatchObject({ display_name: null, images: null })
  expect(await get('/me/playlists')).toMatchObject({
    total: 5,
    items: [null, { name: 'Mornings' }, { owner: null }, { name: null }, { snapshot_id: null }],
  })
  const items = await get(`/playlists/${lists.long.id}/items?limit=12`)
  expect(items).toMatchObject({
    total: 124,
    items: [
      null,
      { item: null },
      { is_local: true, item: { id: null, is_local: true, type: 'track' } },
      { item: { type: 'episode', name: 'An episode' } },
      { item: { name: toneTitles[0], album: { name: 'First Light' } } },
      { item: { name: toneTitles[1], album: null } },
      { item: { album: { images: null } } },
      { item: { name: null } },
      { item: { artists: null } },
      { item: { id: null } },
      { added_by: null },
      { added_at: null },
    ],
  })
  expect(await get('/search?q=blue&type=track,playlist&limit=3')).toMatchObject({
    tracks: { items: [null, { album: { name: 'Blue Hour' } }, { album: null }] },
    playlists: { items: [null] },
  })
})

it('B7 searches a type only once if the query repeats it', async () => {
  let searches = 0
  const tracks = () => {
    searches += 1
    return []
  }
  const call = {
    query: new URLSearchParams('q=a&type=track,track'),
    search: () => ({ tracks }),
    present: { apiUrl: 'http://localhost', baseUrl: 'http://localhost', track: () => ({}) },
    faults: { oddEntries: false },
  }
  expect(await searchRoute.handle(call as never)).toMatchObject({ status: 200 })
  expect(searches).toBe(1)
})
