import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createSpotifyEmulator } from './index.ts'
import { redirectParams, visit } from './testing/consent.ts'
import { startEmulator, type TestEmulator } from './testing/test-emulator.ts'
import { deviceIdOf, page } from './testing/device.ts'
import { lists, toneLibrary, trackIdOf } from './testing/tone-library.ts'

it('serves pictures to every page, but never as a document with scripts', async () => {
  const { base } = await startEmulator()
  const picture = await fetch(`${base}/pictures/person/ann/300`)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(picture.headers.get('access-control-allow-origin')).toBe('*')
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  expect((await fetch(`${base}/pictures/person/..%2f..%2fetc/300`)).status).toBe(404)
})

it('uses root-relative picture addresses when the host asks for them', async () => {
  const emulator = await startEmulator({ imageOrigin: '' })
  const { access_token } = await emulator.link('ann')
  const track = await emulator.call(access_token, 'GET', `/tracks/${trackIdOf('Gold')}`)
  expect(track.text).toMatch(/"url":"\/spotify\/pictures\/album\/\w{22}\/640"/)
})

it('has a page for every link, with escaped text', async () => {
  const { base } = await startEmulator()
  const page = await fetch(`${base}/open/track/${trackIdOf('Fjord')}`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('Øl &amp; Brød')
  expect((await fetch(`${base}/open/playlist/${lists.shared.id}`)).status).toBe(404)
  expect((await fetch(`${base}/open/playlist/${lists.bens.id}`)).status).toBe(200)
})

it('answers 404 for an unknown path, and HEAD without a body', async () => {
  const { base, origin } = await startEmulator()
  expect((await fetch(`${base}/nothing`)).status).toBe(404)
  expect((await fetch(`${origin}/spotifyer/status`)).status).toBe(404)
  const head = await fetch(`${base}/status`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await (await fetch(`${base}/status`)).json()).toMatchObject({ phase: 'ready' })
})

it('has an adjustable clock, so that tokens expire', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  await emulator.switchFaults({ clockSkewMs: 3_600_000 })
  expect((await emulator.call(access_token, 'GET', '/me')).status).toBe(401)
  await emulator.switchFaults({ clockSkewMs: 0 })
  expect((await emulator.call(access_token, 'GET', '/me')).status).toBe(200)
})

it('B5 every response has the security headers', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const addresses = [
    '/accounts/authorize',
    '/accounts/consent.css',
    '/accounts/api/token',
    '/api/v1/me',
    `/open/track/${trackIdOf('Gold')}`,
    '/pictures/person/ann/300',
    '/sdk/spotify-player.js',
    '/status',
    '/nothing',
  ].map((path) => emulator.base + path)
  const consent = emulator.authorizeUrl().url
  for (const address of [...addresses, consent, await device.streamUrlOf(trackIdOf('Gold'))]) {
    const { headers } = await fetch(address)
    const policy = headers.get('content-security-policy') ?? ''
    expect([address, policy.split(';')[0]]).toEqual([address, "default-src 'none'"])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.includes("form-action 'self'")).toBe(address === consent)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe(address === consent ? 'same-origin' : 'no-referrer')
  }
})

/** Requests the WebSocket of a player. @returns the HTTP status of the answer, 101 if it was opened */
const openDealer = ({ base }: TestEmulator, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/dealer`, { headers })
    socket.once('upgrade', ({ statusCode }) => resolve(statusCode))
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
    socket.once('error', reject)
    onTestFinished(() => socket.terminate())
  })

it('O3 B11 with a public origin, pages of other origins may call only what is open to every page', async () => {
  const publicOrigin = 'https://music.example'
  const emulator = await startEmulator({ publicOrigin })
  const { base, origin: called } = emulator
  const page = await visit(emulator, { redirect_uri: `${publicOrigin}/callback/spotify` })
  const submit = (headers: Record<string, string>) =>
    page.submit({ decision: 'allow', person: 'ann' }, { cookie: page.cookie, ...headers })
  const statusOf = async (method: string, path: string, headers: Record<string, string>) =>
    (await fetch(base + path, { method, headers })).status

  for (const origin of [
    'https://evil.example',
    'null',
    `${publicOrigin}.evil.example`,
    'http://127.0.0.1:1',
  ]) {
    const foreign = { origin }
    expect([origin, await openDealer(emulator, foreign)]).toEqual([origin, 403])
    expect([origin, await statusOf('GET', '/status', foreign)]).toEqual([origin, 403])
    expect([origin, (await submit(foreign)).status]).toEqual([origin, 403])
    expect(await statusOf('GET', '/api/v1/me', foreign)).toBe(401)
    expect(await statusOf('POST', '/accounts/api/token', foreign)).toBe(400)
    expect(await statusOf('GET', '/sdk/spotify-player.js', foreign)).toBe(200)
    expect(await statusOf('GET', '/pictures/person/ann/300', foreign)).toBe(200)
  }
  for (const own of [{ origin: publicOrigin }, { origin: called }, {}]) {
    expect(await openDealer(emulator, own)).toBe(101)
    expect(await statusOf('GET', '/status', own)).toBe(200)
  }
  expect(redirectParams(await submit({ origin: publicOrigin })).get('code')).not.toBeNull()
})

it('O3 without a public origin, an app at another address may play', async () => {
  expect(await openDealer(await startEmulator(), { origin: 'https://app.example' })).toBe(101)
})

/** Returns the headers that decide what a browser may do with an answer. */
const policies = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => /policy|origin|options|vary|cache/.test(name)))

it('B15 the headers of an unchanged file are the same, because a browser replaces the stored headers', async () => {
  const { base } = await startEmulator()
  for (const path of ['/sdk/spotify-player.js', '/accounts/consent.css']) {
    const first = await fetch(base + path)
    const again = await fetch(base + path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([first.status, again.status]).toEqual([200, 304])
    expect(Object.fromEntries(again.headers)).toMatchObject(policies(first))
  }
})

it('B5 the log has the cause of an unexpected error, but no secret', async () => {
  const lines: string[] = []
  const secret = 'BQ' + 'x'.repeat(43)
  const emulator = await startEmulator({
    library: {
      ...toneLibrary(),
      picture: () => Promise.reject(new Error(`the shelf broke at token=${secret}`)),
    },
    log: (level, message, details) => lines.push(`${level} ${message} ${JSON.stringify(details)}`),
  })
  expect((await fetch(`${emulator.base}/pictures/person/ann/300`)).status).toBe(500)
  expect(lines).toEqual([expect.stringContaining('the shelf broke at token')])
  expect(lines[0]).toContain('router.test.ts')
  expect(lines[0]).not.toContain(secret)
})

it('E1 a client that closes the connection while it sends a body is not an error', async () => {
  const lines: string[] = []
  const log = (_level: string, message: string): number => lines.push(message)
  const emulator = createSpotifyEmulator({ clients: [], library: toneLibrary(), log })
  const handled = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void emulator.handle(request, response).then(handled.resolve)
  })
  onTestFinished(async () => {
    server.close()
    await emulator.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  socket.write(
    'POST /spotify/accounts/api/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data')
  socket.destroy()
  await handled.promise
  expect(lines).toEqual([])
})
