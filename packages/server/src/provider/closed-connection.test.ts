import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

/** How the connection ends: closed in the normal way, or reset. */
type End = 'closed' | 'reset'

/**
 * Starts a TCP proxy in front of a provider. It forwards all requests, except those that come while `ends` has an
 * entry: the entry says how their connection ends, and they get no answer.
 */
async function startClosingProxy(target: string) {
  const ends: End[] = []
  const requests: { line: string; isReused: boolean }[] = []
  const server = net.createServer((near) => {
    const far = net.connect(Number(new URL(target).port), '127.0.0.1')
    let count = 0
    near.on('data', (data) => {
      const line = /^(GET|POST) \S+/.exec(String(data))?.[0]
      if (line) requests.push({ line: line.replace(/\?.*/, ''), isReused: (count += 1) > 1 })
      const end = ends.shift()
      if (end === 'reset') near.resetAndDestroy()
      else if (end === 'closed') near.end()
      else far.write(data)
    })
    far.on('data', (data) => near.write(data))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  const port = await listenOnLoopback(server)
  return { origin: `http://127.0.0.1:${port}`, ends, requests, close: () => server.close() }
}

describe('a connection that the provider closes as a request arrives', () => {
  let provider: FaultyProvider
  let proxy: Awaited<ReturnType<typeof startClosingProxy>>
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    provider = await startFaultyProvider()
    const { SPOTIFY_API_BASE: api, SPOTIFY_ACCOUNTS_BASE: accounts } = provider.settings
    proxy = await startClosingProxy(api)
    const through = (address: string) => `${proxy.origin}${new URL(address).pathname}`
    server = await startTestServer(
      undefined,
      {},
      { ...provider.settings, SPOTIFY_API_BASE: through(api), SPOTIFY_ACCOUNTS_BASE: through(accounts) },
    )
    ann = await server.signUp('ann')
    await link(ann, 'ann')
  })
  afterEach(() => {
    proxy.requests.length = 0
    proxy.ends.length = 0
  })
  afterAll(async () => {
    await server.close()
    proxy.close()
    await provider.close()
  })

  const lists = '/spotify/api/v1/me/playlists'

  it.each<End>(['closed', 'reset'])('L18 a GET is sent once more if its connection is %s', async (end) => {
    await granted(ann.call('fetchPlaylists'))
    proxy.requests.length = 0
    proxy.ends.push(end)
    await granted(ann.call('fetchPlaylists'))
    expect(proxy.requests).toMatchObject([{ line: `GET ${lists}`, isReused: true }, { line: `GET ${lists}` }])
  })

  it('L18 a GET is sent at most twice', async () => {
    proxy.ends.push('reset', 'closed', 'reset')
    expect(await ann.call('fetchPlaylists')).toMatchObject({ status: 503, error: { reason: 'away' } })
    expect(proxy.requests.map(({ line }) => line)).toEqual([`GET ${lists}`, `GET ${lists}`])
  })

  it('L18 a POST is sent once, because the provider may have received it', async () => {
    const [account] = await granted(ann.call('accounts'))
    proxy.ends.push('closed')
    const refused = account?.access_token ?? ''
    expect(await ann.call('renewAccount', { body: { refused } })).toMatchObject({
      status: 503,
      error: { reason: 'away' },
    })
    expect(proxy.requests.map(({ line }) => line)).toEqual(['POST /spotify/accounts/api/token'])
  })
})
