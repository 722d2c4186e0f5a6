import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, link, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const SECRET = 'a secret of the tests'

describe.each(databases)('linking without the consent page on $name', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database)
  })
  afterAll(() => server.close())

  it('L15 a person gets one account under their own name, also when two calls come at once', async () => {
    const ann = await server.signUp('ann')
    expect(await granted(server.anonymous('provider'))).toMatchObject({ directLink: true })
    const before = (await server.providerGrants()).length
    await Promise.all([granted(ann.call('connectDirectly')), granted(ann.call('connectDirectly'))])
    const accounts = await granted(ann.call('connectDirectly'))
    expect(accounts).toMatchObject([{ name: 'ann', status: 'ok', selected_playlists: 0 }])
    expect(await server.providerGrants()).toHaveLength(before + 1)
    const playlists = await granted(ann.call('providerPlaylists'))
    expect(playlists.length).toBeGreaterThan(0)
  })

  it('L15 a person who has an account keeps it', async () => {
    const ben = await server.signUp('ben')
    const linked = await link(ben, 'ben')
    expect(await granted(ben.call('connectDirectly'))).toMatchObject([{ id: linked[0]?.id }])
  })

  it('L15 a guest hears at once: they are linked under their nickname when they join', async () => {
    const cleo = await server.signUp('cleo')
    const ssid = await openSession(cleo)
    // A joining guest waits at most two seconds for the link. A busy machine may need longer, so this time does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const robin = await server.joinAsGuest('Röbin', ssid)
    vi.useRealTimers()
    const accounts = await granted(robin.call('accounts'))
    expect(accounts).toMatchObject([{ name: 'Röbin', status: 'ok' }])
    const { status } = await server.raw('GET', '/spotify/api/v1/me', {
      headers: { authorization: `Bearer ${accounts[0]?.access_token}` },
    })
    expect(status).toBe(200)
    expect(await refusal(robin.call('connectAccount', { body: { service: 'spotify' } }))).toBe('403 guest')
  })

  it('L15 L3 a guest joins without sound while the provider fails, and is linked later', async () => {
    const dan = await server.signUp('dan')
    const ssid = await openSession(dan)
    const before = (await server.providerGrants()).length
    await server.simulateFaults({ failNext: { path: '/me', status: 503, body: '', times: 1_000 } })
    const robin = await server.joinAsGuest('Robin', ssid)
    expect(await granted(robin.call('accounts'))).toEqual([])
    expect((await robin.call('connectDirectly')).ok).toBe(false)
    await granted(robin.call('session', { params: { ssid } }))
    await expect.poll(() => server.providerGrants()).toHaveLength(before)
    await server.endFaults()
    // After a failure of the provider, the server sends it no requests for a while. So the call is repeated until it
    // succeeds.
    let accounts = await robin.call('connectDirectly')
    while (!accounts.ok) accounts = await robin.call('connectDirectly')
    expect(accounts.value).toMatchObject([{ name: 'Robin', status: 'ok' }])
  })
})

it('L15 a guest joins within seconds while the provider accepts calls and never answers', async () => {
  const silent = createServer()
  const port = await listenOnLoopback(silent)
  const settings = { PROVIDER_URL: `http://127.0.0.1:${port}`, PROVIDER_SECRET: SECRET }
  const server = await startTestServer(databases[0], {}, settings)
  const ann = await server.signUp('ann')
  const robin = await server.joinAsGuest('Robin', await openSession(ann))
  expect(await granted(robin.call('user', { query: {} }))).toMatchObject({ guest: true })
  silent.close()
  await server.close()
})

it('L15 G2 elsewhere nobody is linked directly, and a guest may connect by hand', async () => {
  const settings = {
    SPOTIFY_CLIENT_ID: 'an-app',
    SPOTIFY_ACCOUNTS_BASE: 'http://127.0.0.1:9/accounts',
    SPOTIFY_API_BASE: 'http://127.0.0.1:9/v1',
  }
  const server = await startTestServer(databases[0], {}, settings)
  const ann = await server.signUp('ann')
  const robin = await server.joinAsGuest('Robin', await openSession(ann))
  expect(await granted(server.anonymous('provider'))).toMatchObject({ directLink: false })
  expect(await refusal(robin.call('connectDirectly'))).toBe('409 provider-refused')
  expect(await granted(robin.call('accounts'))).toEqual([])
  const { url } = await granted(robin.call('connectAccount', { body: { service: 'spotify' } }))
  expect(new URL(url).pathname).toBe('/accounts/authorize')
  await server.close()
})
