import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { connectLiveAs } from '../../testing/live-client.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await server.signUp('ann')
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const asAnn = () => ({ authorization: `Bearer ${ann.token}` })

describe('refusals', () => {
  it('E1 a body that is no JSON is malformed', async () => {
    const { status, error } = await server.raw('POST', '/api/user/', { body: '{"username', headers: json })
    expect([status, error?.code]).toEqual([400, 'malformed'])
  })

  it('E1 a body that is too large is not read', async () => {
    const body = JSON.stringify({ username: 'a'.repeat(300_000) })
    const { status, error } = await server.raw('POST', '/api/user/', { body, headers: json })
    expect([status, error?.code]).toEqual([413, 'too-large'])
  })

  it('E1 a body of another kind is refused', async () => {
    const headers = { 'content-type': 'text/plain' }
    const { status, error } = await server.raw('POST', '/api/user/', { body: 'username=ann', headers })
    expect([status, error?.code]).toEqual([415, 'media-type'])
  })

  it('E1 a body of the wrong shape names each field by its path', async () => {
    const ticket = { code: 'c', data: { username: '1st', email: 'nobody', password: 'short' } }
    const { status, error } = await server.raw('POST', '/api/ticket/c', {
      body: JSON.stringify(ticket),
      headers: json,
    })
    expect([status, error?.code]).toEqual([422, 'invalid'])
    expect(error?.fields).toEqual({
      'data.username': 'username',
      'data.email': 'email',
      'data.password': 'password',
    })
  })

  it('E1 a missing field is named required, and a body that is not an object is named body', async () => {
    const missing = await server.raw('PUT', '/api/user/', { body: '{}', headers: json })
    expect(missing.error?.fields).toEqual({ username: 'required', email: 'required', password: 'required' })
    const list = await server.raw('PUT', '/api/user/', { body: '[]', headers: json })
    expect(list.error?.fields).toEqual({ body: 'type' })
    const none = await server.raw('PUT', '/api/user/')
    expect(none.error?.fields).toEqual({ body: 'required' })
  })

  it('E1 a bad query names its field', async () => {
    const { status, error } = await server.raw('GET', '/api/song?query=%20&ssid=7', { headers: asAnn() })
    expect([status, error?.fields]).toEqual([422, { query: 'required', ssid: 'format' }])
  })

  it('E1 unknown paths, and known paths with unknown ids, are not found', async () => {
    for (const where of [
      '/api/nothing',
      '/nothing',
      '/api/session/7',
      '/api/session/%E0%A4%A',
      `/api/accounts/${'x'.repeat(300)}`,
    ]) {
      const { status, error } = await server.raw(where.includes('accounts') ? 'DELETE' : 'GET', where, {
        headers: asAnn(),
      })
      expect([where, status, error?.code]).toEqual([where, 404, 'not-found'])
    }
  })

  it('E1 a wrong method is refused with the allowed ones', async () => {
    const { status, error, headers } = await server.raw('PATCH', '/api/user')
    expect([status, error?.code]).toEqual([405, 'method'])
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'POST', 'PUT'])
  })

  it('E1 an unexpected error answers a request id and no details', async () => {
    await server.db.schema.alterTable('friends').renameTo('friends_elsewhere').execute()
    const { status, error, text } = await server.raw('GET', '/api/friends/', { headers: asAnn() })
    await server.db.schema.alterTable('friends_elsewhere').renameTo('friends').execute()
    expect([status, error?.code]).toEqual([500, 'internal'])
    expect(error?.requestId).toBeTruthy()
    expect(text).not.toMatch(/friends|SQL|select/i)
  })

  it('E1 a user who is deleted during a call must log in', async () => {
    const zoe = await server.signUp('zoe')
    await granted(zoe.call('invites'))
    await server.db.deleteFrom('users').where('id', '=', zoe.id).execute()
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    expect(await refusal(zoe.call('createSession', { body }))).toBe('401 unauthenticated')
  })

  it('A1 a private call without a valid token is refused before its body is read', async () => {
    for (const token of [null, 'null', 'unknown']) {
      const headers = { ...json, ...(token && { authorization: `Bearer ${token}` }) }
      const { status, error } = await server.raw('POST', '/api/session/', { body: '{"x', headers })
      expect([token, status, error?.code]).toEqual([token, 401, 'unauthenticated'])
    }
  })

  it('A1 public calls ignore an invalid token', async () => {
    const headers = { ...json, authorization: 'Bearer dead' }
    const body = JSON.stringify({ username: 'ann', password: PASSWORD })
    expect((await server.raw('POST', '/api/user/', { body, headers })).status).toBe(200)
    expect((await server.raw('GET', '/api/provider', { headers })).status).toBe(200)
  })
})

describe('every answer', () => {
  it('a path may have one slash more or less at its end', async () => {
    expect((await server.raw('GET', '/api/health/')).status).toBe(200)
    expect((await server.raw('GET', '/api/invites', { headers: asAnn() })).status).toBe(200)
  })

  it('forbids other origins to load or frame it, and browsers to guess its type', async () => {
    const { headers } = await server.raw('GET', '/')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const { headers: ofCall } = await server.raw('GET', '/api/health')
    expect(ofCall.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(ofCall.get('x-content-type-options')).toBe('nosniff')
    expect(ofCall.get('referrer-policy')).toBe('no-referrer')
    expect(ofCall.get('cache-control')).toBe('no-store')
  })

  it('names its type and character set', async () => {
    const typeOf = async (where: string) => (await server.raw('GET', where)).headers.get('content-type')
    for (const json of ['/api/health', '/api/invites/', '/api/nowhere', '/api/openapi.json'])
      expect(await typeOf(json), json).toBe('application/json; charset=utf-8')
    expect(await typeOf('/api/docs')).toBe('text/html; charset=utf-8')
    for (const theme of ['light', 'dark'])
      expect((await server.raw('GET', `/api/docs?theme=${theme}`)).text).toContain(`data-theme="${theme}"`)
  })

  it('a WebSocket on an unknown path is closed', async () => {
    const upgrade = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'x',
      'sec-websocket-version': '13',
    }
    const status = await new Promise((resolve, reject) => {
      request(`${server.address}/api/elsewhere`, { headers: upgrade })
        .on('response', (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(404)
  })
})

describe('connections that break the protocol', () => {
  /**
   * Sends raw bytes. @returns what the server sent until the connection was closed
   * @param resets whether the client resets the connection immediately
   */
  const exchange = (bytes: string, resets = false) =>
    new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => {
        socket.write(bytes)
        if (resets) socket.resetAndDestroy()
      })
      socket.on('data', (data) => (received += String(data)))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(received))
    })
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n${'x'.repeat(60_000)}`

  it('E1 a connection that breaks during an upgrade does not end the server', async () => {
    for (const path of ['/api/elsewhere', '/api/live', '/spotify/elsewhere', '/spotify/sdk'])
      for (let times = 0; times < 5; times += 1) await exchange(upgrade(path), true)
    expect((await server.raw('GET', '/api/health')).status).toBe(200)
  })

  it('E1 input that is not a request is malformed', async () => {
    for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n']) {
      const answer = await exchange(bytes)
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer).toContain('"code":"malformed"')
    }
    const headers = await exchange(`GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(headers).toContain('"code":"too-large"')
  })

  it('E1 a foreign host name is refused, also by the provider and for WebSockets', async () => {
    for (const path of ['/', '/api/health', '/spotify/accounts/authorize']) {
      const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
      expect([path, answer.slice(0, 13)]).toEqual([path, 'HTTP/1.1 403 '])
      expect(answer).toContain('"code":"forbidden"')
    }
    expect(await exchange(upgrade('/api/live').replace('localhost', 'evil.example'))).toMatch(
      /^HTTP\/1.1 403 /,
    )
  })
})

describe('pages for machines and operators', () => {
  it('describes the API for machines and for people', async () => {
    const description: unknown = JSON.parse((await server.raw('GET', '/api/openapi.json')).text)
    expect(description).toHaveProperty(['paths', '/api/session/{ssid}', 'get'])
    const { text, headers } = await server.raw('GET', '/api/docs')
    expect(headers.get('content-type')).toContain('text/html')
    expect(text).toContain('/api/session/{ssid}')
    expect(text).not.toContain('<script')
  })

  it('A2 S2 counts every poll, also cached ones, and a logged-out user gets none', async () => {
    const ben = await server.signUp('ben')
    const session = { title: 'Kitchen', isPrivate: false, managed: false }
    const { id: ssid } = await granted(ben.call('createSession', { body: session }))
    const headers = { authorization: `Bearer ${ben.token}` }
    const poll = async () => (await server.raw('GET', `/api/session/${ssid}`, { headers })).status
    for (let polls = 0; polls < 3; polls += 1) expect(await poll()).toBe(200)
    await granted(ben.call('logout'))
    expect(await poll()).toBe(401)
    const { text } = await server.raw('GET', '/api/metrics')
    const counted = (status: number) =>
      `jointly_http_request_seconds_count{method="GET",route="/api/session/:ssid",status="${status}"}`
    expect(text).toContain(`${counted(200)} 3\n`)
    expect(text).toContain(`${counted(401)} 1\n`)
    expect(text).toContain('process_resident_memory_bytes')
  })

  it('shows the number of live connections', async () => {
    const cleo = await server.signUp('cleo')
    const connections = async () =>
      /^jointly_live_connections (\d+)$/m.exec((await server.raw('GET', '/api/metrics')).text)?.[1]
    expect(await connections()).toBe('0')
    await connectLiveAs(server.address, cleo.token)
    expect(await connections()).toBe('1')
  })

  it('O4 shows metrics without a token on a server for its own machine, but not through a proxy', async () => {
    const own = await server.raw('GET', '/api/metrics')
    expect(own.text).toContain('jointly_http_request_seconds')
    const other = await server.raw('GET', '/api/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect([other.status, other.error?.code]).toEqual([403, 'forbidden'])
  })

  it.each([
    { PUBLIC_ORIGIN: 'https://music.example', TRUST_PROXY: 'loopback' },
    { PUBLIC_ORIGIN: 'https://music.example' },
    { HOST: '0.0.0.0' },
    {},
  ])('O4 shows metrics only by the token where one is set: %j', async (settings) => {
    const METRICS_TOKEN = 'a-token-of-sixteen'
    const open = await startTestServer(undefined, {}, { ...settings, METRICS_TOKEN })
    const read = async (headers: Record<string, string>) =>
      (await open.raw('GET', '/api/metrics', { headers })).status
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const asked = [await read({}), await read(bearer('wrong')), await read(bearer(METRICS_TOKEN))]
    expect(asked).toEqual([403, 403, 200])
    await open.close()
  })

  it('O6 shows how long the event loop was kept busy: median, 99th percentile and longest', async () => {
    const { text } = await server.raw('GET', '/api/metrics')
    for (const measure of ['p50', 'p99', 'max'])
      expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_${measure}_seconds [\\d.e-]+$`, 'm'))
  })

  it('O4 shows no metrics if others can reach the server and no token is set', async () => {
    const open = await startTestServer(undefined, {}, { HOST: '0.0.0.0' })
    expect((await open.raw('GET', '/api/metrics')).status).toBe(403)
    await open.close()
  })
})
