import { createServer, type Server, type ServerResponse } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '@jointly/spotify-emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../platform/log/log.ts'
import { databases } from '../testing/databases.ts'
import { connectLiveAs } from '../testing/live-client.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

describe.each(databases)('access tokens of a person who ends their logins on $name', (database) => {
  let server: TestServer
  let first: Person
  beforeAll(async () => {
    server = await startTestServer(database)
    first = await server.signUp('first')
  })
  afterAll(() => server.close())

  const meStatus = async (token: string | undefined) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${server.address}/spotify/api/v1/me`, { headers })).status
  }

  it('B3 end with a logout everywhere; the next login gets a new one for the same account', async () => {
    const zoe = await server.signUp('zoe')
    const [before] = await link(zoe, 'eva')
    expect(await meStatus(before?.access_token)).toBe(200)
    await granted(zoe.call('logout', { body: { everywhere: true } }))
    await expect.poll(() => meStatus(before?.access_token)).toBe(401)
    const body = { username: 'zoe', password: PASSWORD }
    const { active } = await granted(server.anonymous('login', { body }))
    const [after] = await granted(server.clientOf(active.token)('accounts'))
    expect(after).toMatchObject({ id: before?.id, status: 'ok' })
    expect(await meStatus(after?.access_token)).toBe(200)
  })

  it('B3 end when the password is changed; the app is notified and fetches new ones', async () => {
    const ada = await server.signUp('ada')
    const [before] = await link(ada, 'eva')
    const live = await connectLiveAs(server.address, ada.token)
    const body = { password: PASSWORD, newPassword: 'another one 1' }
    await granted(ada.call('changePassword', { body }))
    await expect.poll(() => meStatus(before?.access_token)).toBe(401)
    expect(await live.next('changed')).toMatchObject({ what: 'accounts' })
    const [after] = await granted(ada.call('accounts'))
    expect(await meStatus(after?.access_token)).toBe(200)
    live.leave()
  })

  it('B3 end when a reset link sets a new password', async () => {
    const bea = await server.signUp('bea')
    const [before] = await link(bea, 'eva')
    const made = await granted(
      first.call('createResetLink', { body: { username: 'bea', password: PASSWORD } }),
    )
    const code = made.link.split('/').at(-1) ?? ''
    await granted(server.anonymous('resetPassword', { body: { code, password: 'Fresh-music-26' } }))
    await expect.poll(() => meStatus(before?.access_token)).toBe(401)
  })
})

describe('access tokens of a person who ends their logins while the provider hangs', () => {
  const SECRET = 'a secret of sixteen characters'
  const lines: string[] = []
  const asked: string[] = []
  let emulator: SpotifyEmulator
  let provider: Server
  let server: TestServer
  let settings: Record<string, string>
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  /** Answers the calls that end tokens, in place of the provider. Null if the provider answers them. */
  let fault: ((response: ServerResponse) => void) | null

  beforeAll(async () => {
    emulator = createSpotifyEmulator({
      clients: [{ id: 'jointly', secret: SECRET }],
      imageOrigin: '',
      loginAs: true,
    })
    provider = createServer((request, response) => {
      const ends = request.url?.endsWith('/api/revoke') === true
      if (ends) asked.push(request.url ?? '')
      if (ends && fault) fault(response)
      else void emulator.handle(request, response)
    })
    const url = `http://127.0.0.1:${await listenOnLoopback(provider)}`
    settings = { PROVIDER_URL: url, PROVIDER_SECRET: SECRET }
    server = await startTestServer(undefined, { log, pace: 100 }, settings)
  })
  beforeEach(() => {
    fault = null
    lines.length = 0
    asked.length = 0
  })
  afterAll(async () => {
    provider.closeAllConnections()
    await server.close()
    provider.close()
    await emulator.close()
  })

  async function linked(username: string, at = server) {
    const person = await at.signUp(username)
    const [account] = await link(person, 'eva')
    const me = async () => {
      const headers = { authorization: `Bearer ${account?.access_token}` }
      return (await fetch(`${at.address}/spotify/api/v1/me`, { headers })).status
    }
    return { person, me }
  }

  it('B3 the call succeeds at once, and the tokens end when the provider answers again', async () => {
    const { person, me } = await linked('ann')
    const held: ServerResponse[] = []
    fault = (response) => void held.push(response)
    await granted(person.call('logout', { body: { everywhere: true } }))
    await expect.poll(() => held.length).toBe(1)
    expect(await me()).toBe(200)
    fault = null
    for (const response of held) response.writeHead(503).end()
    await expect.poll(me).toBe(401)
    expect(lines.join('')).not.toContain('could not be ended')
  })

  it('B3 the log says after several tries that they could not be ended', async () => {
    const { person, me } = await linked('ben')
    fault = (response) => void response.writeHead(503).end()
    await granted(person.call('logout', { body: { everywhere: true } }))
    await expect.poll(() => lines.join('')).toContain('could not be ended')
    expect(asked).toHaveLength(6)
    expect(lines.join('')).not.toContain('ben')
    expect(await me()).toBe(200)
  })

  it.each([
    ['fails', (response: ServerResponse) => void response.writeHead(503).end()],
    ['hangs', () => undefined],
  ])(
    'B3 the log says that they could not be ended when the server stops while the provider %s',
    async (_, ends) => {
      const stopped = await startTestServer(undefined, { log }, settings)
      onTestFinished(async () => {
        vi.useRealTimers()
        provider.closeAllConnections()
        await stopped.close()
      })
      const { person } = await linked('cleo', stopped)
      fault = ends
      await granted(person.call('logout', { body: { everywhere: true } }))
      await expect.poll(() => asked).toHaveLength(1)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let isClosed = false
      void stopped.app.close().then(() => (isClosed = true))
      await expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(1_000)
          return isClosed
        })
        .toBe(true)
      const ended = lines.filter((line) => line.includes('could not be ended'))
      expect(ended).toEqual([expect.stringContaining(person.id)])
    },
  )
})
