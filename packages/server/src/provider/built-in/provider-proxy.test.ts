import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { createEmulatorServer, createSpotifyEmulator, type SpotifyEmulator } from '@jointly/spotify-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLog } from '../../platform/log/log.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'

const SECRET = 'a secret of sixteen characters'

describe('a built-in provider in a process of its own', () => {
  let emulator: SpotifyEmulator
  let process: Server
  let server: TestServer
  let ann: Person
  const warnings: string[] = []

  beforeAll(async () => {
    emulator = createSpotifyEmulator({
      clients: [{ id: 'jointly', secret: SECRET }],
      imageOrigin: '',
      loginAs: true,
    })
    process = createEmulatorServer(emulator, true)
    const url = `http://127.0.0.1:${await listenOnLoopback(process)}`
    const log = createLog('warn', { write: (line) => void warnings.push(line) })
    server = await startTestServer(undefined, { log }, { PROVIDER_URL: url, PROVIDER_SECRET: SECRET })
    ann = await server.signUp('ann')
  })
  afterAll(async () => {
    await server.close()
    process.closeAllConnections()
    process.close()
    await emulator.close()
  })

  it('L1 is reached through the origin of the server, and accounts are linked as usual', async () => {
    const { url } = await granted(ann.call('connectAccount', { body: { service: 'spotify' } }))
    expect(new URL(url).origin).toBe(server.address)
    expect(await link(ann, 'ann')).toMatchObject([{ name: 'Ann Lindqvist', status: 'ok' }])
    const [account] = await granted(ann.call('accounts'))
    const me = await server.raw('GET', '/spotify/api/v1/me', {
      headers: { authorization: `Bearer ${account?.access_token}` },
    })
    expect(me.status).toBe(200)
    expect(JSON.parse(me.text)).toMatchObject({ display_name: 'Ann Lindqvist' })
  })

  it('L5 allows searches without an account, serves pictures from the own origin, and has the usual capabilities', async () => {
    const guest = await server.signUp('guest')
    const { data } = await granted(guest.call('songs', { query: { query: 'light' } }))
    const cover = data[0]?.cover ?? ''
    expect(cover).toMatch(/^\/spotify\//)
    expect((await server.raw('GET', cover)).status).toBe(200)
    const provider = await granted(server.anonymous('provider'))
    expect(provider).toMatchObject({ blurCover: true, keepsTime: true, apiBase: '/spotify/api/v1' })
  })

  it('forwards ranges, bodies, refusals and WebSockets', async () => {
    const part = await server.raw('GET', '/spotify/sdk/silence.wav', { headers: { range: 'bytes=0-3' } })
    expect(part.text.slice(0, 4)).toBe('RIFF')
    const refused = await server.raw('POST', '/spotify/accounts/api/token', {
      body: 'grant_type=refresh_token&refresh_token=unknown',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(refused.status).toBe(400)
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}/spotify/dealer`)
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          type: 'hello',
          token: 'unknown',
          deviceId: 'd'.repeat(40),
          name: 'Phone',
          volumePercent: 50,
        }),
      ),
    )
    const [received] = await once(socket, 'message')
    expect(String(received)).toContain('Authentication failed')
    socket.terminate()
  })

  it('E1 a WebSocket on a path that the provider does not have gets 404, and is no outage', async () => {
    warnings.length = 0
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}/spotify/elsewhere`)
    const status = await new Promise((resolve, reject) => {
      socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode))
      socket.on('error', reject)
    })
    expect(status).toBe(404)
    expect(warnings).toEqual([])
    socket.terminate()
  })

  it('E1 reuses a connection after a request whose body was too large', async () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    const answers = (async () => {
      let read = ''
      for await (const piece of socket) {
        read += String(piece)
        if (read.includes('{"status":"ok"}')) return read
      }
      return read
    })()
    const host = `Host: ${new URL(server.address).host}`
    const size = 3_000_000
    socket.write(`POST /spotify/accounts/api/token HTTP/1.1\r\n${host}\r\nContent-Length: ${size}\r\n\r\n`)
    socket.write('x'.repeat(size))
    socket.write(`GET /api/health HTTP/1.1\r\n${host}\r\n\r\n`)
    expect(await answers).toContain('{"status":"ok"}')
    socket.destroy()
  })

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'PROPFIND'])(
    'O11 the body of a %s request is never read as the next request',
    async (method) => {
      expect(await answerToChunks(`${method} /spotify/status`)).not.toContain('HTTP/1.1 400')
      // This request uses the same connection to the process of the provider.
      expect((await server.raw('GET', '/spotify/sdk/silence.wav')).text.slice(0, 4)).toBe('RIFF')
    },
  )

  it('O11 a request with two kinds of length does not reach the provider', async () => {
    expect(await answerToChunks('GET /spotify/status', 'Content-Length: 5\r\n')).toContain('HTTP/1.1 400')
    expect((await server.raw('GET', '/spotify/sdk/silence.wav')).text.slice(0, 4)).toBe('RIFF')
  })

  /** Sends a request whose body, in chunks, looks like another request. Returns the beginning of the answer. */
  async function answerToChunks(target: string, header = ''): Promise<string> {
    const { host, port } = new URL(server.address)
    const socket = connect(Number(port), '127.0.0.1')
    const body = 'GET /spotify/nothing HTTP/1.1\r\nHost: x\r\nX-A: '
    const head = `${target} HTTP/1.1\r\nHost: ${host}\r\n${header}Transfer-Encoding: chunked\r\n\r\n`
    socket.write(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer)
  }

  it('E1 B5 answers 503 while the process is not running, and logs that once', async () => {
    const written: string[] = []
    const log = createLog('warn', { write: (line) => void written.push(line) })
    const other = await startTestServer(
      undefined,
      { log },
      { PROVIDER_URL: 'http://127.0.0.1:9', PROVIDER_SECRET: SECRET },
    )
    const ben = await other.signUp('ben')
    const search = await ben.call('songs', { query: { query: 'light' } })
    expect(search.ok || search.error.code).toBe('provider-away')
    expect(written).toEqual([expect.stringContaining('the streaming service does not answer')])
    const answer = await other.raw('GET', '/spotify/sdk/spotify-player.js')
    expect([answer.status, answer.error?.code]).toEqual([503, 'provider-away'])
    // This answer is from the server itself. It needs the same security headers as an answer of the provider (B5).
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(written).toHaveLength(1)
    await other.close()
  })

  it('E1 a client that cancels its request does not count as an outage of the provider', async () => {
    const silent = createServer()
    const url = `http://127.0.0.1:${await listenOnLoopback(silent)}`
    const written: string[] = []
    const log = createLog('warn', { write: (line) => void written.push(line) })
    const other = await startTestServer(undefined, { log }, { PROVIDER_URL: url, PROVIDER_SECRET: SECRET })

    const asked = new Promise<IncomingMessage>((resolve) => silent.once('request', resolve))
    const client = request(`${other.address}/spotify/sdk/spotify-player.js`).on('error', () => undefined)
    client.end()
    const forwarded = await asked
    client.destroy()
    await new Promise((resolve) => forwarded.on('error', () => undefined).once('close', resolve))

    // When this second request is answered, the server has also handled that the first request was cancelled.
    silent.once('request', (_request, response) => response.end('play'))
    expect((await other.raw('GET', '/spotify/sdk/spotify-player.js')).text).toBe('play')
    expect(written).toEqual([])
    await other.close()
    silent.closeAllConnections()
    silent.close()
  })
})
