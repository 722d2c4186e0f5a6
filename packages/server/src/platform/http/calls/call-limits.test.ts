import { addressOf, type RouteName, routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../../testing/session-fixture.ts'
import {
  granted,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { NEW_CREDENTIAL } from '../../../testing/user-with-data.ts'
import { type Attempt, createRateLimiter, inMemory, type RateLimiter } from '../rate-limit.ts'

const account = (username: string) => ({ username, email: `${username}@example.org`, password: PASSWORD })
const visit = crypto.randomUUID()
const USED_CREDENTIAL = {
  ...NEW_CREDENTIAL,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
}

describe('calls that are limited in time', () => {
  // The windows are long, because a busy machine may need longer than a minute for a test.
  const memory = createRateLimiter((allowance) => inMemory({ ...allowance, windowMs: 3_600_000 }))
  /** What the last call counted. */
  let counted: Attempt[] = []
  const limiter: RateLimiter = {
    ...memory,
    consume(attempt) {
      counted.push(attempt)
      return memory.consume(attempt)
    },
  }
  let server: TestServer
  const people: Partial<Record<'dora' | 'guest', Person>> = {}
  let ssid: string
  /** The secret of a big screen with sound. */
  let secret: string
  beforeAll(async () => {
    server = await startTestServer(undefined, { limiter })
    const dora = await server.signUp('dora')
    ssid = await openSession(dora)
    people.dora = dora
    people.guest = await server.joinAsGuest('Robin', ssid)
    const stage = await granted(server.anonymous('createStage'))
    await granted(dora.call('pairStage', { params: { ssid }, body: { code: stage.code, sound: true } }))
    secret = stage.secret
  })
  afterAll(() => server.close())

  type By = 'dora' | 'guest' | 'a stranger'
  const calls: [name: RouteName, by: By, most: number, minutes: number, body: () => unknown, id?: string][] =
    [
      ['register', 'a stranger', 300, 10, () => account('ann')],
      ['refresh', 'a stranger', 600, 5, () => ({ token: 'x' })],
      ['joinAsGuest', 'a stranger', 600, 10, () => ({ nickname: 'Kim', ssid })],
      ['upgradeGuest', 'guest', 20, 10, () => account('dora')],
      ['renameGuest', 'guest', 10, 10, () => ({ nickname: 'Rob' })],
      ['exportUser', 'dora', 10, 10, () => undefined],
      ['doctor', 'dora', 10, 1, () => undefined],
      ['createTicket', 'dora', 60, 10, () => undefined],
      ['openTicketPage', 'dora', 60, 10, () => undefined],
      ['createResetLink', 'dora', 60, 10, () => ({ username: 'ann' })],
      ['findFriends', 'dora', 60, 1, () => ({ s: 'ann' })],
      ['changeFriend', 'dora', 60, 1, () => ({ friend: visit })],
      ['mute', 'dora', 60, 1, () => ({ userID: visit, muted: true }), visit],
      ['setBan', 'dora', 60, 1, () => ({ banned: true }), visit],
      ['setRole', 'dora', 60, 1, () => ({ level: 'relate' }), visit],
      ['saveOptions', 'dora', 60, 1, () => ({ version: 0, banned: [] }), visit],
      ['saveOptions', 'dora', 60, 1, () => ({ version: 0, mods: [] }), visit],
      ['pairStage', 'dora', 60, 1, () => ({ code: '222222', sound: false }), visit],
      ['removeStage', 'dora', 60, 1, () => undefined, visit],
      ['album', 'dora', 60, 1, () => undefined, visit],
      ['connectAccount', 'dora', 30, 10, () => ({ service: 'spotify' })],
      ['putAccount', 'dora', 30, 10, () => ({ service: 'spotify', access_token: 'x' })],
      ['connectDirectly', 'dora', 30, 10, () => undefined],
      ['renewAccount', 'dora', 30, 10, () => ({ refused: 'x' })],
      ['fetchPlaylists', 'dora', 30, 10, () => undefined],
      ['skip', 'dora', 30, 1, () => ({ wish: true })],
      ['saveHistory', 'dora', 150, 10, () => ({ name: 'Mine', description: 'Played' }), visit],
      ['historyM3u', 'dora', 30, 10, () => undefined, visit],
      ['passkeyLoginOptions', 'a stranger', 600, 5, () => undefined],
      ['passkeyLogin', 'a stranger', 600, 5, () => ({ credential: USED_CREDENTIAL })],
      ['passkeyOptions', 'dora', 60, 10, () => ({})],
      ['addPasskey', 'dora', 60, 10, () => ({ name: 'Key', credential: NEW_CREDENTIAL })],
      ['renamePasskey', 'dora', 60, 10, () => ({ name: 'Key' }), visit],
      ['removePasskey', 'dora', 60, 10, () => ({}), visit],
      ['stageState', 'a stranger', 1_200, 1, () => ({ secret })],
      ['stageAccount', 'a stranger', 1_200, 1, () => ({ secret })],
      ['stageAccount', 'a stranger', 60, 10, () => ({ secret })],
    ]

  it.each(calls)('A4 %s by %s: at most %i in %i min', async (name, by, most, minutes, body, id) => {
    const route = routes[name]
    const token = by === 'a stranger' ? undefined : people[by]?.token
    const call = async () => {
      counted = []
      const data = body()
      const { status } = await server.raw(
        route.method,
        addressOf(route, { params: { ssid, ...(id !== undefined && { visit: id, id }) }, query: { ssid } }),
        {
          ...(data !== undefined && { body: JSON.stringify(data) }),
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(data !== undefined && { 'content-type': 'application/json' }),
          },
        },
      )
      return status
    }
    await expectLimit(call, most, minutes)
  })

  it('A4 the form of the ticket page: at most 60 in 10 min', async () => {
    const submit = async () => {
      const { url } = await granted(server.clientOf(people.dora?.token ?? null)('openTicketPage'))
      const page = await server.raw('GET', url)
      const code = /name="code" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      counted = []
      const { status } = await server.raw('POST', '/ticket', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address },
        body: new URLSearchParams({ code }).toString(),
      })
      return status
    }
    await expectLimit(submit, 60, 10)
  })

  /**
   * Expects that a call is limited.
   * @param call makes the call, and returns the status of its answer
   */
  async function expectLimit(call: () => Promise<number>, most: number, minutes: number): Promise<void> {
    expect(await call()).not.toBe(429)
    const attempt = counted.find(
      ([{ attempts, windowMs }]) => attempts === most && windowMs === minutes * 60_000,
    )
    expect(attempt, 'what the call counted').toBeDefined()
    while (attempt && (await memory.consume(attempt)) === 0);
    expect(await call()).toBe(429)
    // Several calls share a limit.
    if (attempt) await memory.reset(attempt)
  }
})
