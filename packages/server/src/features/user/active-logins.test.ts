import { type ActiveLogin, liveClose, routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { LOGIN_LIFE_MS, TOKEN_LIFE_MS } from '../../people/login/token-store.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(databases)('logins on $name', (database) => {
  let nowMs = Date.UTC(2026, 10, 21)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs })
  })
  afterAll(() => server.close())

  const logIn = async ({ username }: Person) => {
    const { active } = await granted(server.anonymous('login', { body: { username, password: PASSWORD } }))
    return { ...active, call: server.clientOf(active.token) }
  }
  const logInWith = async ({ username }: Person, userAgent: string) => {
    const { text } = await server.raw('POST', '/api/user/', {
      body: JSON.stringify({ username, password: PASSWORD }),
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    })
    return routes.login.answer.parse(JSON.parse(text)).active
  }
  const listOf = ({ call }: Pick<Person, 'call'>): Promise<ActiveLogin[]> => granted(call('logins'))

  it('A9 are listed with device, beginning, last use and end, and the current one is marked', async () => {
    const ann = await server.signUp('ann')
    const madeAt = nowMs
    nowMs += 5_000
    const { id } = await logInWith(ann, firefox)
    const own = { current: true, browser: null, system: null, firstSeen: madeAt, lastUsed: madeAt }
    const other = {
      id,
      current: false,
      browser: 'Firefox',
      system: 'Windows',
      firstSeen: nowMs,
      lastUsed: nowMs,
    }
    expect(await listOf(ann)).toEqual([
      { ...other, validUntil: nowMs + TOKEN_LIFE_MS },
      { ...own, id: expect.any(String), validUntil: madeAt + TOKEN_LIFE_MS },
    ])
    nowMs += 2 * HOUR_MS
    expect((await listOf(ann))[0]).toEqual({
      ...own,
      id: expect.any(String),
      lastUsed: nowMs,
      validUntil: nowMs + TOKEN_LIFE_MS,
    })
    nowMs += TOKEN_LIFE_MS - HOUR_MS
    expect((await listOf(ann)).map(({ current }) => current)).toEqual([true])
  })

  it('A9 one can be ended with its live connections, and the others stay', async () => {
    const ben = await server.signUp('ben')
    const [one, two] = [await logIn(ben), await logIn(ben)]
    const live = await connectLiveAs(server.address, one.token)
    const other = await connectLiveAs(server.address, two.token)
    await granted(one.call('user', { query: {} }))
    await granted(ben.call('endLogin', { params: { id: one.id } }))
    expect(await live.closed).toBe(liveClose.unauthenticated)
    expect(await refusal(one.call('user', { query: {} }))).toBe('401 unauthenticated')
    expect(await refusal(ben.call('endLogin', { params: { id: one.id } }))).toBe('404 not-found')
    await granted(two.call('user', { query: {} }))
    expect(other.isOpen()).toBe(true)
    expect((await listOf(ben)).map(({ id }) => id)).not.toContain(one.id)
    other.leave()
  })

  it('A9 only own ones are listed and can be ended', async () => {
    const [cleo, dan] = [await server.signUp('cleo'), await server.signUp('dan')]
    const [login] = await listOf(cleo)
    const id = login?.id ?? ''
    expect((await listOf(dan)).map((each) => each.id)).not.toContain(id)
    expect(await refusal(dan.call('endLogin', { params: { id } }))).toBe('404 not-found')
    expect(await listOf(cleo)).toHaveLength(1)
  })

  it('A2 end ninety days after their creation, even if they are used daily and refreshed', async () => {
    const eva = await server.signUp('eva')
    const madeAt = nowMs
    for (let day = 1; day < 90; day += 1) {
      nowMs += DAY_MS
      await granted(eva.call('user', { query: {} }))
    }
    nowMs = madeAt + LOGIN_LIFE_MS - 1
    await granted(server.anonymous('refresh', { body: { token: eva.token } }))
    expect((await listOf(eva))[0]?.validUntil).toBe(madeAt + LOGIN_LIFE_MS)
    nowMs += 1
    expect(await refusal(eva.call('user', { query: {} }))).toBe('401 unauthenticated')
    expect(await refusal(server.anonymous('refresh', { body: { token: eva.token } }))).toBe(
      '401 unauthenticated',
    )
  })

  it('A2 one that an older version created earlier ends too', async () => {
    const finn = await server.signUp('finn')
    const login = await logIn(finn)
    const created_at = nowMs - LOGIN_LIFE_MS
    await server.db.updateTable('tokens').set({ created_at }).where('id', '=', login.id).execute()
    expect(await refusal(login.call('user', { query: {} }))).toBe('401 unauthenticated')
    expect((await listOf(finn)).map(({ id }) => id)).not.toContain(login.id)
  })

  it('A9 the last use is stored at most once an hour', async () => {
    const gus = await server.signUp('gus')
    const madeAt = nowMs
    const stored = () =>
      server.db.selectFrom('tokens').select('extended_at').where('user_id', '=', gus.id).executeTakeFirst()
    for (const [afterMs, lastUsed] of [
      [HOUR_MS / 2, 0],
      [HOUR_MS - 1, 0],
      [HOUR_MS, HOUR_MS],
      [2 * HOUR_MS - 1, HOUR_MS],
      [2 * HOUR_MS, 2 * HOUR_MS],
    ] as const) {
      nowMs = madeAt + afterMs
      await granted(gus.call('user', { query: {} }))
      expect([afterMs, await stored()]).toEqual([afterMs, { extended_at: madeAt + lastUsed }])
    }
  })
})
