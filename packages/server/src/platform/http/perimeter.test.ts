import { request } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachOf, type ReachSettings } from '../security/reach.ts'
import { isRefused } from '../refusal.ts'
import { granted, PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createPerimeter } from './perimeter.ts'

const PUBLIC_ORIGIN = 'https://music.example'
const account = (username: string) => ({ username, email: `${username}@example.org`, password: PASSWORD })

/** Sends raw bytes. @returns what arrives until the server closes the connection */
const exchange = ({ address }: TestServer, lines: readonly string[]) =>
  new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    })
    socket.on('data', (data) => (received += String(data)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })

/** Requests a WebSocket. @returns the HTTP status of the answer, 101 if it was opened */
const upgradeAt = ({ address }: TestServer, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${address}${path}`, {
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        ...headers,
      },
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })

describe('a server for its own machine', () => {
  let server: TestServer
  const lines: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    server = await startTestServer(undefined, { log })
  })
  afterAll(() => server.close())

  const register = (headers: Record<string, string>) =>
    server.raw('PUT', '/api/user/', {
      body: JSON.stringify(account('stranger')),
      headers: { 'content-type': 'application/json', ...headers },
    })

  it.each([
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'music.example' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
    { 'cdn-loop': 'cloudflare' },
    { 'x-original-forwarded-for': '203.0.113.7' },
    { 'x-amzn-trace-id': 'Root=1-67891233' },
    { 'x-scheme': 'https' },
  ])('O2 refuses what came through a proxy: %j', async (headers) => {
    const { status, error } = await register(headers)
    expect([status, error?.code]).toEqual([403, 'forbidden'])
    expect(error?.message).toMatch(/PUBLIC_ORIGIN.*TRUST_PROXY/)
  })

  it('O2 refuses HTTP/1.0, which proxies use by default', async () => {
    const body = JSON.stringify(account('stranger'))
    const answer = await exchange(server, [
      'PUT /api/user/ HTTP/1.0',
      'Host: 127.0.0.1:3000',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      // The body is not sent, because the server refuses the request as soon as it has the headers.
    ])
    expect(answer).toMatch(/^HTTP\/1.1 403 .*PUBLIC_ORIGIN.*TRUST_PROXY/s)
    expect(await upgradeAt(server, '/api/live', { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  })

  it('O2 logs one line that says what to set', () => {
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      sign: 'forwarded',
      refused: 1,
      msg: expect.stringMatching(/PUBLIC_ORIGIN and TRUST_PROXY/),
    })
  })

  it('A5 O1 lets the first user on this machine register without settings, but not through a proxy', async () => {
    const { user } = await granted(server.anonymous('register', { body: account('operator') }))
    expect(user.level).toBe(735)
  })
})

describe('pages of foreign origins', () => {
  let server: TestServer
  let proxied: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    proxied = await startTestServer(undefined, {}, { PUBLIC_ORIGIN, TRUST_PROXY: 'loopback' })
  })
  afterAll(() => Promise.all([server.close(), proxied.close()]))

  const consent = '/spotify/accounts/authorize'
  const statusOf = async (at: TestServer, method: string, path: string, origin: string) =>
    (await at.raw(method, path, { headers: { origin } })).status

  it.each([
    ['GET', '/api/health'],
    ['OPTIONS', '/api/user/'],
    ['POST', '/api/user/'],
    ['POST', '/ticket'],
    ['POST', consent],
    ['GET', '/'],
  ])('O3 %s %s is refused', async (method, path) => {
    for (const at of [server, proxied])
      for (const origin of [
        'https://evil.example',
        'null',
        'http://127.0.0.1:1',
        `${PUBLIC_ORIGIN}.evil.example`,
      ]) {
        const { status, error } = await at.raw(method, path, { headers: { origin } })
        expect([origin, status, error?.code]).toEqual([origin, 403, 'forbidden'])
      }
  })

  it.each(['/spotify/status', '/api/health'])(
    'B5 the refusal of %s is plain data for the browser',
    async (path) => {
      const { status, headers } = await server.raw('GET', path, {
        headers: { origin: 'https://evil.example' },
      })
      expect([status, headers.get('x-content-type-options')]).toEqual([403, 'nosniff'])
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    },
  )

  it('O3 cannot open WebSockets, also of the provider; programs and own pages can', async () => {
    for (const path of ['/api/live', '/spotify/dealer']) {
      expect(await upgradeAt(server, path, { origin: 'https://evil.example' })).toBe(403)
      expect(await upgradeAt(server, path, { origin: server.address })).toBe(101)
      expect(await upgradeAt(server, path, {})).toBe(101)
    }
    expect(await upgradeAt(server, '/spotify/api/v1/dealer', { origin: 'https://evil.example' })).toBe(403)
  })

  it('O3 the public origin and the called address count as own', async () => {
    expect(await statusOf(server, 'GET', '/api/health', server.address)).toBe(200)
    expect(await statusOf(proxied, 'GET', '/api/health', PUBLIC_ORIGIN)).toBe(200)
    expect(await statusOf(proxied, 'GET', '/api/health', proxied.address)).toBe(200)
    // A proxy may use https to the browser and http to the server, with the same `Host` header.
    expect(await statusOf(server, 'GET', '/api/health', server.address.replace('http:', 'https:'))).toBe(200)
  })

  it('O3 may call the provider’s API with a bearer token, as with Spotify', async () => {
    const origin = 'https://evil.example'
    expect(await statusOf(server, 'GET', '/spotify/api/v1/me', origin)).toBe(401)
    expect(await statusOf(server, 'POST', '/spotify/accounts/api/token', origin)).toBe(400)
    expect(await statusOf(server, 'GET', '/spotify/sdk/spotify-player.js', origin)).toBe(200)
  })
})

describe('a request that names two servers, or none', () => {
  const servers: TestServer[] = []
  beforeAll(async () => {
    const reaches = [{}, { HOST: '0.0.0.0' }, { PUBLIC_ORIGIN, TRUST_PROXY: 'loopback' }]
    for (const settings of reaches) servers.push(await startTestServer(undefined, {}, settings))
  })
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  it.each([
    ['two Hosts', ['Host: localhost', 'Host: evil.example']],
    ['the same Host twice', ['Host: localhost', 'host: localhost']],
    ['two Hosts, of which the first is foreign', ['HOST: evil.example', 'Host: localhost']],
    ['two Origins', ['Host: localhost', 'Origin: http://localhost', 'Origin: https://evil.example']],
    ['a user in the Host', ['Host: localhost@evil.example']],
    ['a path in the Host', ['Host: localhost/evil.example']],
    ['a query in the Host', ['Host: localhost?evil.example']],
    ['a fragment in the Host', ['Host: localhost#evil.example']],
    ['two names in one Host', ['Host: localhost, evil.example']],
    ['a space in the Host', ['Host: local host']],
    ['quotes in the Host', ['Host: localhost"><script>']],
    ['a backslash in the Host', ['Host: localhost\\evil.example']],
    ['a port without a number', ['Host: localhost:evil']],
    ['a port that is too large', ['Host: localhost:65536']],
    ['two ports', ['Host: localhost:80:80']],
    ['an open bracket', ['Host: [::1']],
    ['letters of other alphabets', ['Host: l\u00f6calhost']],
    ['an empty Host', ['Host:']],
  ])('O11 %s is malformed, for every kind of request', async (_what, headers) => {
    for (const server of servers)
      for (const path of ['/', '/api/health', '/spotify/api/v1/me', '/l/ABCD', '/api/elsewhere']) {
        const answer = await exchange(server, [`GET ${path} HTTP/1.1`, ...headers])
        expect([path, answer.slice(0, 13)]).toEqual([path, 'HTTP/1.1 400 '])
        expect(answer).toContain('"code":"malformed"')
      }
    const [server] = servers
    if (!server) throw new Error('no server')
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
    const version = 'Sec-WebSocket-Version: 13'
    const answer = await exchange(server, ['GET /api/live HTTP/1.1', ...headers, ...upgrade, version])
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":"malformed"/s)
  })

  it.each(['localhost', 'LOCALHOST:3000', 'app.localhost', '127.0.0.1:65535', '[::1]:3000', 'localhost:'])(
    'O11 %s is a Host',
    async (host) => {
      for (const server of servers)
        expect(await exchange(server, ['GET /api/health HTTP/1.1', `Host: ${host}`])).toMatch(
          /^HTTP\/1.1 200 /,
        )
    },
  )
})

describe('requests that are refused because of their headers', () => {
  it('A8 O1 O3 are reported with the reason', () => {
    const reported: string[] = []
    const settings = { host: '127.0.0.1', publicOrigin: null, trustProxy: null }
    const perimeter = createPerimeter({
      ...settings,
      reach: reachOf(settings),
      corsOpenPaths: /^$/,
      onForeign: (reason) => void reported.push(reason),
      onProxied: () => undefined,
    })
    for (const headers of [
      { host: 'localhost' },
      { host: 'evil.example' },
      { host: 'localhost', origin: 'https://evil.example' },
    ])
      perimeter({ headers, rawHeaders: [], httpVersion: '1.1', url: '/' })
    expect(reported).toEqual(['unknown-host', 'foreign-origin'])
  })
})

describe('the names of the server', () => {
  const names = (settings: Partial<ReachSettings> = {}) => {
    const all = { host: '127.0.0.1', publicOrigin: null, trustProxy: null, ...settings }
    const perimeter = createPerimeter({
      ...all,
      reach: reachOf(all),
      corsOpenPaths: /^$/,
      onForeign: () => undefined,
      onProxied: () => undefined,
    })
    return (host: string | undefined) =>
      !isRefused(perimeter({ headers: { host }, rawHeaders: [], httpVersion: '1.1', url: '/' }))
  }

  it('O1 are only those of this machine if only this machine reaches the server', () => {
    const isOwn = names()
    for (const name of [
      'localhost:3000',
      '127.0.0.1',
      '127.0.0.1:80',
      '[::1]:3000',
      'app.localhost',
      undefined,
    ])
      expect([name, isOwn(name)]).toEqual([name, true])
    for (const name of [
      'evil.example:3000',
      '127.0.0.1.evil.example',
      'localhost@evil.example',
      '10.0.0.7',
      '',
      ' ',
    ])
      expect([name, isOwn(name)]).toEqual([name, false])
  })

  it('O1 can be any name on a network and behind a proxy', () => {
    expect(names({ host: '0.0.0.0' })('kitchen.lan')).toBe(true)
    expect(names({ publicOrigin: PUBLIC_ORIGIN, trustProxy: 'loopback' })('music.example')).toBe(true)
    expect(names({ publicOrigin: PUBLIC_ORIGIN })('127.0.0.1:3000')).toBe(true)
  })
})
