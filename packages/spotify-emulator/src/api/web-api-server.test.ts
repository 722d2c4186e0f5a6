import { expect, it } from 'vitest'
import { containing, startEmulator } from '../testing/test-emulator.ts'
import { lists, toneTitles, trackIdOf } from '../testing/tone-library.ts'

const anyText: unknown = expect.any(String)

it('distinguishes a missing, a malformed, an unknown and an expired token', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { access_token } = await emulator.link('ann')
  const me = (headers: Record<string, string>) => fetch(`${emulator.base}/api/v1/me`, { headers })
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
  const emulator = await startEmulator()
  const preflight = await fetch(`${emulator.base}/api/v1/me/player/play`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-expose-headers')).toBeNull()
})

it('refuses calls with the messages and in the order of the real service', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann', 'user-read-private')
  const answer = async (path: string, method = 'GET') => {
    const { status, text, headers } = await emulator.call(access_token, method, path)
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
  await emulator.switchFaults({ rateLimitPer30s: 1 })
  expect(await answer('/me')).toMatchObject({ status: 200 })
  expect(await answer('/me')).toMatchObject({
    status: 429,
    retry: '30',
    text: containing('rate limit'),
  })
  await emulator.switchFaults({ quotaPerDay: 0 })
  expect(await answer('/me')).toMatchObject({ status: 429, text: containing('QUOTA_EXCEEDED') })
  await emulator.switchFaults({ allowlist: ['ben'] })
  expect(await answer('/me')).toMatchObject({
    status: 403,
    type: 'text/plain; charset=utf-8',
    text: containing('may not be registered'),
  })
  await emulator.switchFaults({ ownerPremium: false })
  expect(await answer('/me')).toMatchObject({
    status: 403,
    text: containing('Active premium subscription'),
  })
})

it('fails for the given paths the given number of times', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const failNext = {
    status: 502,
    body: '{"error":{"status":502,"message":"Bad gateway."}}',
    times: 2,
    path: '/me/playlists',
  }
  expect(await emulator.switchFaults({ failNext })).toBe(200)
  const status = async (path: string) => (await emulator.call(access_token, 'GET', path)).status
  expect([
    await status('/me'),
    await status('/me/playlists'),
    await status('/me/playlists'),
    await status('/me/playlists'),
  ]).toEqual([200, 502, 502, 200])
  expect(await emulator.switchFaults({ failNext: { status: 99 } })).toBe(400)
  expect(await emulator.switchFaults({ unknownSwitch: true })).toBe(400)
})

it('allows the fault switches only to direct clients on this machine, and only when switched on', async () => {
  const emulator = await startEmulator()
  const config = `${emulator.base}/__emu/config`
  expect((await fetch(config)).status).toBe(200)
  expect((await fetch(config, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(403)
  expect((await fetch(config, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await fetch(config, { headers: { 'x-forwarded-for': '127.0.0.1, 10.0.0.1' } })).status).toBe(403)
  const closed = await startEmulator({ control: false })
  expect((await fetch(`${closed.base}/__emu/config`)).status).toBe(404)
})

it('B8 checks the original client of the fault switches, not the proxy', async () => {
  const emulator = await startEmulator({ behindProxy: true })
  const status = async (...askers: string[]) =>
    (
      await fetch(`${emulator.base}/__emu/config`, {
        headers: askers.length === 0 ? {} : { 'x-forwarded-for': askers.join(', ') },
      })
    ).status
  expect([await status('127.0.0.1'), await status('127.0.0.1', '::1')]).toEqual([200, 200])
  expect([await status(), await status('10.0.0.1'), await status('127.0.0.1', '10.0.0.1')]).toEqual([
    403, 403, 403,
  ])
})

it('describes the person, with the product only when the app may see it', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('finn')
  expect((await emulator.call(access_token, 'GET', '/me')).json).not.toHaveProperty('product')
  await emulator.switchFaults({ productFieldVisible: true })
  expect((await emulator.call(access_token, 'GET', '/me')).json).toMatchObject({
    display_name: 'Finn',
    product: 'free',
    account_id: anyText,
  })
})

it('pages playlists and their items, with absolute addresses of the requested origin', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const page = await emulator.call(
    access_token,
    'GET',
    `/playlists/${lists.long.id}/items?limit=50&offset=50`,
  )
  expect(page.json).toMatchObject({
    total: 120,
    limit: 50,
    offset: 50,
    next: `${emulator.base}/api/v1/playlists/${lists.long.id}/items?offset=100&limit=50`,
    previous: `${emulator.base}/api/v1/playlists/${lists.long.id}/items?offset=0&limit=50`,
  })
  expect((await emulator.call(access_token, 'GET', '/me/playlists?limit=51')).text).toContain('Invalid limit')
  expect((await emulator.call(access_token, 'GET', '/me/playlists?limit=2')).json).toMatchObject({
    total: 4,
    items: [
      { name: 'Mornings', items: { total: 15 } },
      { name: 'Long one', items: { total: 120 } },
    ],
  })
})

it('L4 refuses the contents of followed playlists, and shares collaborative ones', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  expect((await emulator.call(access_token, 'GET', `/playlists/${lists.bens.id}/items`)).status).toBe(403)
  expect((await emulator.call(access_token, 'GET', `/playlists/${lists.bens.id}`)).json).not.toHaveProperty(
    'items',
  )
  expect(
    (await emulator.call(access_token, 'GET', `/playlists/${lists.shared.id}/items`)).json,
  ).toMatchObject({ total: 1 })
})

it('has local, missing, episode and relinked entries, and only the requested fields', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const fields = 'items(is_local,item(type,name)),total'
  const { json } = await emulator.call(
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
  const relinked = await emulator.call(access_token, 'GET', `/tracks/${trackIdOf('Old Fjord')}`)
  expect(relinked.json).toMatchObject({ id: trackIdOf('Fjord'), name: 'Fjord', is_playable: true })
})

it('lets an owner change playlists, stores them, and refuses other people', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const as = (method: string, path: string, body: unknown) => emulator.call(access_token, method, path, body)
  const created = await as('POST', '/me/playlists', { name: 'Mine', public: false })
  expect(created.status).toBe(201)
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(created.text)?.[1]
  const uris = toneTitles.slice(0, 3).map((title) => `spotify:track:${trackIdOf(title)}`)
  expect((await as('POST', `/playlists/${id}/items`, { uris })).status).toBe(201)
  expect((await as('PUT', `/playlists/${id}/items`, { range_start: 0, insert_before: 3 })).status).toBe(200)
  expect((await as('DELETE', `/playlists/${id}/items`, { items: [{ uri: uris[1] }] })).status).toBe(200)
  const { json } = await emulator.call(access_token, 'GET', `/playlists/${id}/items`)
  expect(json).toMatchObject({
    items: [{ item: { name: toneTitles[2] } }, { item: { name: toneTitles[0] } }],
  })
  expect((await as('PUT', `/playlists/${lists.bens.id}`, { name: 'Stolen' })).status).toBe(403)
})

it('B10 removes control and direction characters from the names of playlists', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const create = (body: unknown) => emulator.call(access_token, 'POST', '/me/playlists', body)
  expect(await create({ name: ' Pa\u202Erty\n ', description: 'a\u2066b' })).toMatchObject({
    status: 201,
    json: { name: 'Party', description: 'ab' },
  })
  expect((await create({ name: '\u202E' })).status).toBe(400)
})
