import { createServer, type Server } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '@jointly/spotify-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../testing/databases.ts'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { listenOnLoopback } from '../testing/loopback.ts'

const HOUR_MS = 3_600_000

describe('an external provider with an app that has no secret', () => {
  let nowMs = Date.now()
  let emulator: SpotifyEmulator
  let elsewhere: Server
  let origin: string
  let server: TestServer
  let ann: Person
  let guest: Person
  beforeAll(async () => {
    const redirectUris = ['http://127.0.0.1/callback/spotify']
    emulator = createSpotifyEmulator({
      clients: [{ id: 'an-app', redirectUris }],
      loginAs: true,
      now: () => nowMs,
    })
    elsewhere = createServer((request, response) => void emulator.handle(request, response))
    origin = `http://127.0.0.1:${await listenOnLoopback(elsewhere)}`
    const settings = {
      SPOTIFY_CLIENT_ID: 'an-app',
      SPOTIFY_ACCOUNTS_BASE: `${origin}/spotify/accounts`,
      SPOTIFY_API_BASE: `${origin}/spotify/api/v1`,
      SPOTIFY_SDK_URL: `${origin}/spotify/sdk/spotify-player.js`,
    }
    server = await startTestServer(databases[0], { now: () => nowMs }, settings)
    ann = await server.signUp('ann')
    guest = await server.signUp('guest')
  })
  afterAll(async () => {
    await server.close()
    elsewhere.closeAllConnections()
    elsewhere.close()
    await emulator.close()
  })

  it('L5 refuses searches while no account is linked', async () => {
    expect(await refusal(guest.call('songs', { query: { query: 'night' } }))).toBe('409 not-linked')
  })

  it('L1 links with PKCE only', async () => {
    expect(await link(ann, 'ann')).toMatchObject([{ name: 'Ann Lindqvist', status: 'ok' }])
  })

  it('L2 uses each refresh token once, because each refresh returns a new one', async () => {
    const tokens = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      const lists = await Promise.all([1, 2].map(() => granted(ann.call('accounts'))))
      for (const [account] of lists) {
        expect(account?.status).toBe('ok')
        tokens.add(account?.access_token ?? '')
      }
      nowMs += HOUR_MS
    }
    expect(tokens.size).toBe(3)
  })

  it('L5 a user without an account searches through an account in the same session, but not outside a session', async () => {
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = await granted(ann.call('createSession', { body }))
    await granted(ann.call('session', { params: { ssid } }))
    await granted(guest.call('session', { params: { ssid } }))
    const { data } = await granted(guest.call('songs', { query: { query: 'light', ssid } }))
    expect(data.length).toBeGreaterThan(0)
    expect(await refusal(guest.call('songs', { query: { query: 'river' } }))).toBe('409 not-linked')
  })

  it('has a description with its terms, and its origins are allowed', async () => {
    const provider = await granted(server.anonymous('provider'))
    expect(provider).toMatchObject({
      apiBase: `${origin}/spotify/api/v1`,
      blurCover: false,
      attribution: true,
    })
    const { data } = await granted(ann.call('songs', { query: { query: 'light' } }))
    expect(data[0]?.link).toMatch(/^http/)
    const policy = (await server.raw('GET', '/')).headers.get('content-security-policy') ?? ''
    const allowed = (part: string) => policy.split('; ').find((rule) => rule.startsWith(part))
    for (const part of ['script-src', 'frame-src', 'connect-src', 'img-src', 'media-src'])
      expect(allowed(part)).toContain(origin)
    expect(allowed('connect-src')).toContain(origin.replace('http', 'ws'))
  })
})
