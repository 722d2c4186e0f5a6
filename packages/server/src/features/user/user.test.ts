import { liveClose } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { granted, PASSWORD, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createLocalBus } from '../../platform/event-bus.ts'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import { createTokens } from '../../people/login/tokens.ts'

describe.each(databases)('people on $name', (database) => {
  const DAY_MS = 24 * 3_600_000
  let nowMs = Date.UTC(2026, 10, 21)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs })
  })
  afterAll(() => server.close())

  const registration = (username: string) => ({
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  })

  describe('registration', () => {
    it('A5 of several people who register at once on an empty server, exactly one gets level 735', async () => {
      const names = ['eva', 'finn', 'gus', 'hal']
      const people = await Promise.all(
        names.map((name) => granted(server.anonymous('register', { body: registration(name) }))),
      )
      expect(people.map(({ user }) => user.level).sort((a, b) => a - b)).toEqual([0, 0, 0, 735])
    })

    it('A3 a name is taken in any mix of upper and lower case', async () => {
      await server.signUp('Kim')
      const answer = await server.anonymous('register', { body: registration('kIM') })
      expect(answer).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'taken', fields: { username: 'taken' } },
      })
    })

    it('A3 if two people register the same name at once, only one gets it', async () => {
      const both = await Promise.all(
        [1, 2].map(() => server.anonymous('register', { body: registration('twin') })),
      )
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('E1 the refusal names each invalid name, password and address', async () => {
      const register = async (input: Partial<ReturnType<typeof registration>>) => {
        const answer = await server.anonymous('register', { body: { ...registration('fine'), ...input } })
        return answer.ok ? null : 'fields' in answer.error && answer.error.fields
      }
      for (const username of ['a', '1abc', '-abc', 'a b', 'ä', 'a'.repeat(21)])
        expect(await register({ username })).toEqual({ username: 'username' })
      for (const password of ['abc1', 'abcdef', '123456'])
        expect(await register({ password })).toEqual({ password: 'password' })
      expect(await register({ email: 'nobody' })).toEqual({ email: 'email' })
      expect(await register({ email: 'fine@localhost' })).toBeNull()
    })
  })

  describe('login', () => {
    beforeAll(async () => void (await server.signUp('lea')))

    it('A3 finds the user in any mix of upper and lower case', async () => {
      const { user } = await granted(
        server.anonymous('login', { body: { username: 'LEA', password: PASSWORD } }),
      )
      expect(user.username).toBe('lea')
    })

    it('A3 spaces before and after a username do not count', async () => {
      const logIn = (username: string, password: string) =>
        server.anonymous('login', { body: { username, password } })
      expect((await granted(logIn('Lea ', PASSWORD))).user.username).toBe('lea')
      expect(await refusal(logIn('lea', `${PASSWORD} `))).toBe('401 credentials')
      const body = { ...registration('ines'), username: ' ines ' }
      expect((await granted(server.anonymous('register', { body }))).user.username).toBe('ines')
    })

    it('A3 a wrong name and a wrong password get the same answer', async () => {
      const wrong = (username: string) =>
        server.anonymous('login', { body: { username, password: 'wrong1' } })
      const [name, password] = await Promise.all([wrong('nobody'), wrong('lea')])
      expect(name).toEqual(password)
      expect(name).toMatchObject({ ok: false, status: 401, error: { code: 'credentials' } })
    })

    it('A3 an invalid name is answered like an unknown name', async () => {
      for (const username of ['nobody\u0000', '\uD83D', '\u212Aai', '1'])
        expect(await refusal(server.anonymous('login', { body: { username, password: PASSWORD } }))).toBe(
          '401 credentials',
        )
    })

    it('A4 the right password resets the limit', async () => {
      await server.signUp('max')
      const attempt = (password: string) => server.anonymous('login', { body: { username: 'max', password } })
      for (let round = 0; round < 3; round += 1) {
        for (let attempts = 0; attempts < 5; attempts += 1) await attempt('wrong1')
        expect((await granted(attempt(PASSWORD))).user.username).toBe('max')
      }
    })

    it('A4 attempts on one name from one network are limited, and the answer says how long to wait', async () => {
      await server.signUp('mia')
      const attempt = (username: string) =>
        server.anonymous('login', { body: { username, password: 'wrong1' } })
      for (let attempts = 0; attempts < 10; attempts += 1)
        expect(await refusal(attempt('mia'))).toBe('401 credentials')
      const refused = await attempt('MIA ')
      expect(refused).toMatchObject({
        ok: false,
        status: 429,
        error: { code: 'rate-limited' },
        retryAfterSec: expect.closeTo(300, -1),
      })
      expect(await refusal(attempt('lea'))).toBe('401 credentials')
    })
  })

  describe('tokens', () => {
    it('A2 are random, and stored as hashes only', async () => {
      const { token } = await server.signUp('nia')
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      const rows = await server.db.selectFrom('tokens').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    it('A2 are valid for 30 days after their last use', async () => {
      const { token, call } = await server.signUp('oli')
      nowMs += 29 * DAY_MS
      const { user, active } = await granted(server.anonymous('refresh', { body: { token } }))
      expect([user.username, active.token]).toEqual(['oli', token])
      nowMs += 29 * DAY_MS
      await granted(call('user', { query: {} }))
      nowMs += 30 * DAY_MS
      expect(await refusal(call('user', { query: {} }))).toBe('401 unauthenticated')
      expect(await refusal(server.anonymous('refresh', { body: { token } }))).toBe('401 unauthenticated')
    })

    it('A2 logout ends one login and keeps the others', async () => {
      const { call } = await server.signUp('pia')
      const other = await granted(
        server.anonymous('login', { body: { username: 'pia', password: PASSWORD } }),
      )
      await granted(call('logout'))
      expect(await refusal(call('user', { query: {} }))).toBe('401 unauthenticated')
      await granted(server.clientOf(other.active.token)('user', { query: {} }))
    })

    it('A2 logout ends a login finally, even if a call extends it at the same time', async () => {
      const { id } = await server.signUp('ravi')
      const tokens = createTokens(server.db, () => nowMs, createLocalBus())
      const { token } = await tokens.issue(server.db, id, { browser: null, system: null })
      const caller = await tokens.verify(token)
      if (!caller) throw new Error('a dead login')
      const ending = tokens.end(caller)
      nowMs += 2 * 3_600_000
      await Promise.all([ending, tokens.verify(token)])
      expect(await tokens.verify(token)).toBe(null)
    })

    it('A2 logout ends the live connections of the login at once, and a password change those of the other logins', async () => {
      const { call, token } = await server.signUp('rose')
      const again = () => server.anonymous('login', { body: { username: 'rose', password: PASSWORD } })
      const [one, two] = [await granted(again()), await granted(again())]
      const live = await connectLiveAs(server.address, token)
      const first = await connectLiveAs(server.address, one.active.token)
      const second = await connectLiveAs(server.address, two.active.token)
      await granted(server.clientOf(one.active.token)('logout'))
      expect(await first.closed).toBe(liveClose.unauthenticated)
      expect([live.isOpen(), second.isOpen()]).toEqual([true, true])
      await granted(call('changePassword', { body: { password: PASSWORD, newPassword: 'fresh123' } }))
      expect(await second.closed).toBe(liveClose.unauthenticated)
      expect(live.isOpen()).toBe(true)
      live.leave()
    })

    it('A2 logout everywhere ends all logins, including this one, with their live connections', async () => {
      const { call, token } = await server.signUp('tess')
      const body = { username: 'tess', password: PASSWORD }
      const other = await granted(server.anonymous('login', { body }))
      const otherCall = server.clientOf(other.active.token)
      const live = [
        await connectLiveAs(server.address, token),
        await connectLiveAs(server.address, other.active.token),
      ]
      await granted(call('logout', { body: { everywhere: true } }))
      for (const { closed } of live) expect(await closed).toBe(liveClose.unauthenticated)
      for (const ended of [call, otherCall])
        expect(await refusal(ended('user', { query: {} }))).toBe('401 unauthenticated')
    })

    it('A2 one login above the limit ends the one used least recently', async () => {
      const { id, call } = await server.signUp('saskia')
      await granted(call('user', { query: {} }))
      const rows = Array.from({ length: 49 }, (_, index) => ({
        id: `saskia-${index}`,
        user_id: id,
        hash: `saskia-${index}`,
        created_at: nowMs + 1,
        extended_at: nowMs + 1,
        expires_at: nowMs + DAY_MS,
      }))
      await server.db.insertInto('tokens').values(rows).execute()
      nowMs += 2
      await granted(server.anonymous('login', { body: { username: 'saskia', password: PASSWORD } }))
      expect(await refusal(call('user', { query: {} }))).toBe('401 unauthenticated')
    })

    it('A2 a password change needs the old password and ends all other logins', async () => {
      const { call } = await server.signUp('quin')
      const other = await granted(
        server.anonymous('login', { body: { username: 'quin', password: PASSWORD } }),
      )
      const otherCall = server.clientOf(other.active.token)
      await granted(otherCall('user', { query: {} }))
      const wrong = await call('changePassword', { body: { password: 'wrong1', newPassword: 'fresh123' } })
      expect(wrong).toMatchObject({ ok: false, status: 422, error: { fields: { password: 'wrong' } } })
      await granted(call('changePassword', { body: { password: PASSWORD, newPassword: 'fresh123' } }))
      await granted(call('user', { query: {} }))
      expect(await refusal(otherCall('user', { query: {} }))).toBe('401 unauthenticated')
      expect(
        await refusal(server.anonymous('login', { body: { username: 'quin', password: PASSWORD } })),
      ).toBe('401 credentials')
      await granted(server.anonymous('login', { body: { username: 'quin', password: 'fresh123' } }))
    })
  })

  describe('looking people up', () => {
    it('D4 the caller gets all own fields, and only the name of others', async () => {
      const rob = await server.signUp('rob')
      const sue = await server.signUp('sue')
      const own = await granted(rob.call('user', { query: { userID: rob.id } }))
      expect(own).toMatchObject({ username: 'rob', email: 'rob@example.org', level: 0 })
      const raw = await server.raw('GET', `/api/user/?userID=${sue.id}`, {
        headers: { authorization: `Bearer ${rob.token}` },
      })
      expect(JSON.parse(raw.text)).toEqual({ id: sue.id, username: 'sue' })
      const nobody = '00000000-0000-4000-8000-000000000000'
      expect(await refusal(rob.call('user', { query: { userID: nobody } }))).toBe('404 not-found')
    })

    it('N1 a user without friends gets an empty list', async () => {
      const { call } = await server.signUp('tom')
      expect(await granted(call('friends'))).toEqual([])
    })
  })
})
