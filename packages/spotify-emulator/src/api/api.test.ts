import { expect, it } from 'vitest'
import { startEmulator } from '../testing/running.ts'
import { lists, toneTitles, trackIdOf } from '../testing/tone-library.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const anyText: unknown = expect.any(String)

it('tells apart a missing, a malformed, an unknown and an expired token', async () => {
  let nowMs = Date.now()
  const running = await startEmulator({ now: () => nowMs })
  const { access_token } = await running.link('ann')
  const me = (headers: Record<string, string>) => fetch(`${running.base}/api/v1/me`, { headers })
  const missing = await me({})
  expect(missing.status).toBe(401)
  expect(missing.headers.get('www-authenticate')).toContain('error="missing_token"')
  expect((await me({ authorization: 'Basic abc' })).status).toBe(400)
  expect((await me({ authorization: 'Bearer nonsense' })).headers.get('www-authenticate')).toContain(
    'Invalid access token',
  )
  nowMs += 3_600_000
  const expired = await me({ authorization: `Bearer ${access_token}` })
  expect(expired.status).toBe(401)
  expect(expired.headers.get('www-authenticate')).toContain('The access token expired')
  expect(await expired.json()).toEqual({
    error: { status: 401, message: 'Missing/invalid/expired access token' },
  })
})

it('answers browsers of other origins, without exposing Retry-After', async () => {
  const running = await startEmulator()
  const preflight = await fetch(`${running.base}/api/v1/me/player/play`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-expose-headers')).toBeNull()
})

it('closes each gate with its own words, in the order of the real service', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann', 'user-read-private')
  const answer = async (path: string, method = 'GET') => {
    const { status, text, headers } = await running.call(access_token, method, path)
    return { status, text, type: headers.get('content-type'), retry: headers.get('retry-after') }
  }
  expect(await answer('/me/player/devices')).toMatchObject({
    status: 403,
    text: containing('Insufficient client scope'),
  })
  expect(await answer(`/playlists/${lists.long.id}/tracks`)).toMatchObject({
    status: 403,
    text: '{"error":{"status":403,"message":"Forbidden"}}',
  })
  expect(await answer('/tracks?ids=a,b')).toMatchObject({ status: 403 })
  expect(await answer('/nothing')).toMatchObject({ status: 404 })
  await running.switchFaults({ rateLimitPer30s: 1 })
  expect(await answer('/me')).toMatchObject({ status: 200 })
  expect(await answer('/me')).toMatchObject({
    status: 429,
    retry: '30',
    text: containing('rate limit'),
  })
  await running.switchFaults({ quotaPerDay: 0 })
  expect(await answer('/me')).toMatchObject({ status: 429, text: containing('QUOTA_EXCEEDED') })
  await running.switchFaults({ allowlist: ['ben'] })
  expect(await answer('/me')).toMatchObject({
    status: 403,
    type: 'text/plain; charset=utf-8',
    text: containing('may not be registered'),
  })
  await running.switchFaults({ ownerPremium: false })
  expect(await answer('/me')).toMatchObject({
    status: 403,
    text: containing('Active premium subscription'),
  })
})

it('fails as often as it is told, for the paths it is told', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const failNext = {
    status: 502,
    body: '{"error":{"status":502,"message":"Bad gateway."}}',
    times: 2,
    path: '/me/playlists',
  }
  expect(await running.switchFaults({ failNext })).toBe(200)
  const status = async (path: string) => (await running.call(access_token, 'GET', path)).status
  expect([
    await status('/me'),
    await status('/me/playlists'),
    await status('/me/playlists'),
    await status('/me/playlists'),
  ]).toEqual([200, 502, 502, 200])
  expect(await running.switchFaults({ failNext: { status: 99 } })).toBe(400)
  expect(await running.switchFaults({ unknownSwitch: true })).toBe(400)
})

it('keeps the control address to direct peers on this machine, and closed unless the host opens it', async () => {
  const running = await startEmulator()
  const config = `${running.base}/__emu/config`
  expect((await fetch(config)).status).toBe(200)
  expect((await fetch(config, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(403)
  expect((await fetch(config, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  const closed = await startEmulator({ control: false })
  expect((await fetch(`${closed.base}/__emu/config`)).status).toBe(404)
})

it('says who I am, and my product only where the app is told it', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('finn')
  expect((await running.call(access_token, 'GET', '/me')).json).not.toHaveProperty('product')
  await running.switchFaults({ productFieldVisible: true })
  expect((await running.call(access_token, 'GET', '/me')).json).toMatchObject({
    display_name: 'Finn',
    product: 'free',
    account_id: anyText,
  })
})

it('pages playlists and their items, with absolute addresses of the origin that was asked', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const page = await running.call(access_token, 'GET', `/playlists/${lists.long.id}/items?limit=50&offset=50`)
  expect(page.json).toMatchObject({
    total: 120,
    limit: 50,
    offset: 50,
    next: `${running.base}/api/v1/playlists/${lists.long.id}/items?offset=100&limit=50`,
    previous: `${running.base}/api/v1/playlists/${lists.long.id}/items?offset=0&limit=50`,
  })
  expect((await running.call(access_token, 'GET', '/me/playlists?limit=51')).text).toContain('Invalid limit')
  expect((await running.call(access_token, 'GET', '/me/playlists?limit=2')).json).toMatchObject({
    total: 4,
    items: [
      { name: 'Mornings', items: { total: 15 } },
      { name: 'Long one', items: { total: 120 } },
    ],
  })
})

it('L4 refuses the contents of playlists that are merely followed, and shares collaborative ones', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  expect((await running.call(access_token, 'GET', `/playlists/${lists.bens.id}/items`)).status).toBe(403)
  expect((await running.call(access_token, 'GET', `/playlists/${lists.bens.id}`)).json).not.toHaveProperty(
    'items',
  )
  expect((await running.call(access_token, 'GET', `/playlists/${lists.shared.id}/items`)).json).toMatchObject(
    { total: 1 },
  )
})

it('holds local, missing, episode and relinked entries, and only the asked fields', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const fields = 'items(is_local,item(type,name)),total'
  const { json } = await running.call(
    access_token,
    'GET',
    `/playlists/${lists.mornings.id}/items?offset=11&fields=${fields}`,
  )
  expect(json).toEqual({
    total: 15,
    items: [
      { is_local: false, item: { type: 'track', name: 'Lantern' } },
      { is_local: true, item: { type: 'track', name: 'Rehearsal.mp3' } },
      { is_local: false, item: null },
      { is_local: false, item: { type: 'episode', name: 'A talk' } },
    ],
  })
  const relinked = await running.call(access_token, 'GET', `/tracks/${trackIdOf('Old Fjord')}`)
  expect(relinked.json).toMatchObject({ id: trackIdOf('Fjord'), name: 'Fjord', is_playable: true })
})

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
])('finds for %s what a person means, the best first', async (query, best) => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const found = await running.call(
    access_token,
    'GET',
    `/search?type=track&limit=10&q=${encodeURIComponent(query)}`,
  )
  const names = [...found.text.matchAll(/"name":"([^"]+)","preview_url"/g)].map(([, name]) => name)
  expect(names.slice(0, Math.max(1, best.length))).toEqual(best)
})

it('limits a search as apps of 2026 are limited', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const search = (query: string) => running.call(access_token, 'GET', `/search?${query}`)
  expect((await search('type=track')).text).toContain('No search query')
  expect((await search('q=a&type=track&limit=11')).text).toContain('Invalid limit')
  expect((await search('q=a&type=video')).text).toContain('Bad search type field')
  const { json } = await search('q=genre:folk&type=track,artist,album,playlist&limit=2&offset=2')
  expect(json).toMatchObject({
    tracks: { total: toneTitles.length / 2, limit: 2, offset: 2, next: containing('offset=4') },
    artists: { total: 1 },
  })
})

it('B7 refuses a search that is too long, or of more types than there are', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const search = (query: string) => running.call(access_token, 'GET', `/search?${query}`)
  expect((await search(`q=${'a'.repeat(250)}&type=track`)).status).toBe(200)
  expect(await search(`q=${'a'.repeat(251)}&type=track`)).toMatchObject({
    status: 400,
    json: { error: { status: 400, message: 'Query exceeds maximum length of 250 characters' } },
  })
  expect((await search(`q=a&type=${'track,'.repeat(8)}`)).text).toContain('Bad search type field')
})

it('B12 answers a search of every type and with a slash behind it, and knows the countries', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const search = (query: string) => running.call(access_token, 'GET', `/search${query}`)
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

it('B12 mixes null entries, local files, episodes and null fields into its lists behind a switch', async () => {
  const running = await startEmulator({ faults: { oddEntries: true } })
  const { access_token } = await running.link('ann')
  const get = async (path: string) => (await running.call(access_token, 'GET', path)).json
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

it('writes playlists as their owner, keeps them, and refuses others', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  const as = (method: string, path: string, body: unknown) => running.call(access_token, method, path, body)
  const created = await as('POST', '/me/playlists', { name: 'Mine', public: false })
  expect(created.status).toBe(201)
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(created.text)?.[1]
  const uris = toneTitles.slice(0, 3).map((title) => `spotify:track:${trackIdOf(title)}`)
  expect((await as('POST', `/playlists/${id}/items`, { uris })).status).toBe(201)
  expect((await as('PUT', `/playlists/${id}/items`, { range_start: 0, insert_before: 3 })).status).toBe(200)
  expect((await as('DELETE', `/playlists/${id}/items`, { items: [{ uri: uris[1] }] })).status).toBe(200)
  const { json } = await running.call(access_token, 'GET', `/playlists/${id}/items`)
  expect(json).toMatchObject({
    items: [{ item: { name: toneTitles[2] } }, { item: { name: toneTitles[0] } }],
  })
  expect((await as('PUT', `/playlists/${lists.bens.id}`, { name: 'Stolen' })).status).toBe(403)
})
