import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryRateLimiter } from '../../platform/http/rate-limit.ts'
import { databases } from '../../testing/databases.ts'
import { canCluster, type Servers, startServers, testRedisUrl } from '../../testing/clusters.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { LOGINS_PER_NAME, LOGINS_PER_NETWORK } from './password-attempts.ts'
import { KNOWN_LIFE_MS } from './known-networks.ts'

/** Settings for a proxy on this machine that names the network of the client. */
const behindProxy = { PUBLIC_ORIGIN: 'https://music.example', TRUST_PROXY: 'loopback', REGISTRATION: 'open' }

const send = (server: TestServer, method: 'PUT' | 'POST', network: string, body: Record<string, string>) =>
  server.raw(method, '/api/user/', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
  })

async function signUpFrom(server: TestServer, username: string, network: string): Promise<void> {
  const registration = { username, email: `${username}@example.org`, password: PASSWORD }
  expect((await send(server, 'PUT', network, registration)).status).toBe(200)
}

const logInFrom = (server: TestServer, username: string, network: string, password: string) =>
  send(server, 'POST', network, { username, password })

describe.each(databases)('attempts to log in on $name', (database) => {
  let nowMs = Date.UTC(2026, 10, 21)
  const limiter = createMemoryRateLimiter()
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs, limiter }, behindProxy)
  })
  afterAll(() => server.close())

  const signUp = (username: string, network: string) => signUpFrom(server, username, network)
  const attempt = async (username: string, network: string, password: string) =>
    (await logInFrom(server, username, network, password)).status
  const wrong = (username: string, network: string) => attempt(username, network, 'wrong1')
  /** Uses up the common limit of all unknown networks for one name. */
  const guessFromEverywhere = async (username: string) => {
    while ((await limiter.consume([LOGINS_PER_NAME, username])) === 0);
  }

  it('A4 guesses of a stranger affect only users in the same network', async () => {
    await signUp('ann', '203.0.113.1')
    for (let attempts = 0; attempts < 10; attempts += 1) expect(await wrong('ann', '203.0.113.66')).toBe(401)
    expect(await wrong('ANN', '203.0.113.66')).toBe(429)
    expect(await attempt('ann', '203.0.113.66', PASSWORD)).toBe(429)
    for (const network of ['203.0.113.1', '203.0.113.2'])
      expect([network, await attempt('ann', network, PASSWORD)]).toEqual([network, 200])
    expect(await wrong('ben', '203.0.113.66')).toBe(401)
  })

  it('A4 guesses from many networks are limited together, which affects the user only in new networks', async () => {
    await signUp('cleo', '203.0.113.1')
    for (let guesses = 0; guesses < 95; guesses += 1) await limiter.consume([LOGINS_PER_NAME, 'cleo'])
    for (let network = 0; network < 5; network += 1)
      expect(await wrong('cleo', `198.51.100.${network}`)).toBe(401)
    const refused = await logInFrom(server, 'cleo', '203.0.113.3', PASSWORD)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.closeTo(870, -2),
    ])
    expect(await attempt('cleo', '203.0.113.1', PASSWORD)).toBe(200)
    expect(await wrong('cleo', '203.0.113.1')).toBe(401)
  })

  it('A4 a network that tries many names has to wait, and other networks do not', async () => {
    for (let guesses = 0; guesses < 299; guesses += 1)
      await limiter.consume([LOGINS_PER_NETWORK, '198.51.100.99'])
    expect(await wrong('nobody1', '198.51.100.99')).toBe(401)
    expect(await wrong('nobody2', '198.51.100.99')).toBe(429)
    expect(await wrong('nobody2', '198.51.100.98')).toBe(401)
  })

  it('A4 attempts from a known network do not count for other networks', async () => {
    await signUp('dan', '203.0.113.1')
    for (let attempts = 0; attempts < 99; attempts += 1) await limiter.consume([LOGINS_PER_NAME, 'dan'])
    for (let attempts = 0; attempts < 3; attempts += 1) expect(await wrong('dan', '203.0.113.1')).toBe(401)
    expect(await attempt('dan', '203.0.113.4', PASSWORD)).toBe(200)
  })

  it('A4 a network is known for ninety days after the last login from it, and other networks are not known', async () => {
    await signUp('eva', '203.0.113.1')
    nowMs += KNOWN_LIFE_MS - 1
    await guessFromEverywhere('eva')
    expect(await attempt('eva', '203.0.113.1', PASSWORD)).toBe(200)
    nowMs += 2
    expect(await attempt('eva', '203.0.113.1', PASSWORD)).toBe(200)
    nowMs += KNOWN_LIFE_MS
    expect(await attempt('eva', '203.0.113.1', PASSWORD)).toBe(429)
    expect(await attempt('eva', '203.0.113.5', PASSWORD)).toBe(429)
  })

  it('A4 known networks are stored as keyed hashes with an end date, and their number per user is limited', async () => {
    await signUp('finn', '203.0.113.1')
    const user = await server.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'finn')
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 49 }, (_, index) => ({
      hash: `finn-${index}`,
      user_id: user.id,
      expires_at: nowMs + KNOWN_LIFE_MS + 1,
    }))
    await server.db.insertInto('known_networks').values(others).execute()
    nowMs += 2
    expect(await attempt('finn', '192.0.2.51', PASSWORD)).toBe(200)
    const rows = await server.db
      .selectFrom('known_networks')
      .select(['hash', 'expires_at'])
      .where('user_id', '=', user.id)
      .orderBy('expires_at', 'desc')
      .execute()
    expect([rows.length, rows[0]?.expires_at]).toEqual([50, nowMs + KNOWN_LIFE_MS])
    expect(rows[0]?.hash).toMatch(/^[\w-]{43}$/)
    await guessFromEverywhere('finn')
    expect(await attempt('finn', '192.0.2.51', PASSWORD)).toBe(200)
    expect(await attempt('finn', '203.0.113.1', PASSWORD)).toBe(429)
  })
})

describe.skipIf(!canCluster)('attempts to log in on two servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers([testRedisUrl, testRedisUrl], {}, behindProxy)
  })
  afterAll(() => servers.close())

  it('A4 guesses on both servers count together, and both know the same networks', async () => {
    // A server waits 250 ms for Redis and then counts alone. A busy machine may need longer, so this time does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [a, b] = [servers.servers[0] as TestServer, servers.servers[1] as TestServer]
    await signUpFrom(a, 'ann', '203.0.113.1')
    for (let guesses = 0; guesses < 50; guesses += 1)
      for (const [index, server] of [a, b].entries())
        expect((await logInFrom(server, 'ann', `198.51.${index}.${guesses}`, 'wrong1')).status).toBe(401)
    for (const server of [a, b])
      expect([
        (await logInFrom(server, 'ann', '203.0.113.2', PASSWORD)).status,
        (await logInFrom(server, 'ann', '203.0.113.1', PASSWORD)).status,
      ]).toEqual([429, 200])
  })
})
