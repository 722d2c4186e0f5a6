import { liveClose } from '@jointly/contract'
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

const NEW_PASSWORD = 'Fresh-music-26'
const HOUR_MS = 3_600_000

describe.each(databases)('reset links on $name', (database) => {
  let nowMs = Date.UTC(2026, 10, 22)
  let server: TestServer
  let first: Person
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs })
    first = await server.signUp('first')
  })
  afterAll(() => server.close())

  const linkFor = (username: string, by = first) =>
    granted(by.call('createResetLink', { body: { username, password: PASSWORD } }))
  const codeFor = async (username: string, by = first) =>
    (await linkFor(username, by)).link.split('/').at(-1) ?? ''
  const reset = (code: string, password = NEW_PASSWORD) =>
    server.anonymous('resetPassword', { body: { code, password } })
  const login = (username: string, password: string) =>
    server.anonymous('login', { body: { username, password } })

  it('A14 set a new password and end all logins of the person, with their live connections', async () => {
    const ann = await server.signUp('ann')
    const live = await connectLiveAs(server.address, ann.token)
    const { link, username, validUntil } = await linkFor('ANN')
    expect([username, validUntil]).toEqual(['ann', nowMs + 24 * HOUR_MS])
    const code = new RegExp(`^${server.address}/#/reset/([A-Za-z0-9_-]{43})$`).exec(link)?.[1] ?? ''
    await granted(reset(code))
    expect(await live.closed).toBe(liveClose.unauthenticated)
    expect(await refusal(ann.call('user', { query: {} }))).toBe('401 unauthenticated')
    expect(await refusal(login('ann', PASSWORD))).toBe('401 credentials')
    await granted(login('ann', NEW_PASSWORD))
  })

  it('A14 end all logins of the person at once only if the maker requests it', async () => {
    const zoe = await server.signUp('zoe')
    await linkFor('zoe')
    await granted(zoe.call('user', { query: {} }))
    const live = await connectLiveAs(server.address, zoe.token)
    const body = { username: 'zoe', password: PASSWORD, endLogins: true }
    await granted(first.call('createResetLink', { body }))
    expect(await live.closed).toBe(liveClose.unauthenticated)
    expect(await refusal(zoe.call('user', { query: {} }))).toBe('401 unauthenticated')
    await granted(first.call('user', { query: {} }))
    await granted(login('zoe', PASSWORD))
  })

  it('A14 are stored as hashes only', async () => {
    await server.signUp('ben')
    const code = await codeFor('ben')
    const rows = await server.db.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('A14 used, expired and unknown codes get the same answer', async () => {
    await server.signUp('cleo')
    const [used, expired] = [await codeFor('cleo'), await codeFor('first', await superPerson('other'))]
    await granted(reset(used))
    nowMs += 24 * HOUR_MS
    const answers = [await reset(used), await reset(expired), await reset('unknown')]
    expect(answers[0]).toMatchObject({ ok: false, status: 422, error: { code: 'reset' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    await granted(login('first', PASSWORD))
  })

  it('A14 work until the end of 24 hours', async () => {
    await server.signUp('dan')
    const code = await codeFor('dan')
    nowMs += 24 * HOUR_MS - 1
    expect(await granted(reset(code))).toEqual({})
  })

  it('A14 if two calls use one at the same time, only one sets the password', async () => {
    await server.signUp('eva')
    const code = await codeFor('eva')
    const answers = await Promise.all(['Music-one-1', 'Music-two-2'].map((password) => reset(code, password)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('A14 become invalid with any new password, by another link or by the person', async () => {
    await server.signUp('finn')
    const [one, two] = [await codeFor('finn'), await codeFor('finn')]
    await granted(reset(two))
    expect(await refusal(reset(one))).toBe('422 reset')
    const { active } = await granted(login('finn', NEW_PASSWORD))
    const three = await codeFor('finn')
    const body = { password: NEW_PASSWORD, newPassword: 'Another-music-26' }
    await granted(server.clientOf(active.token)('changePassword', { body }))
    expect(await refusal(reset(three))).toBe('422 reset')
  })

  it('A14 the new password follows the rules of registration, and a refused one does not use up the link', async () => {
    await server.signUp('gus')
    const code = await codeFor('gus')
    for (const password of ['short', 'onlyletters', '12345678'])
      expect(await reset(code, password)).toMatchObject({
        status: 422,
        error: { code: 'invalid', fields: { password: 'password' } },
      })
    expect(await reset(code, 'Password1')).toMatchObject({
      status: 422,
      error: { fields: { password: 'common' } },
    })
    await granted(reset(code))
  })

  it('A14 are made only by level 735, and only for other people', async () => {
    const hal = await server.signUp('hal')
    const ask = ({ call }: Person, username: string) =>
      call('createResetLink', { body: { username, password: PASSWORD } })
    expect(await refusal(ask(hal, 'first'))).toBe('403 forbidden')
    expect(await refusal(ask(hal, 'hal'))).toBe('403 forbidden')
    expect(await ask(first, 'first')).toMatchObject({ status: 422, error: { fields: { username: 'self' } } })
    expect(await ask(first, 'nobody')).toMatchObject({
      status: 422,
      error: { fields: { username: 'nobody' } },
    })
    const second = await superPerson('second')
    await granted(ask(first, 'second'))
    await granted(ask(second, 'first'))
  })

  it('A14 are made only with the password or within 10 minutes of the login', async () => {
    await server.signUp('ida')
    const { active } = await granted(login('first', PASSWORD))
    const call = server.clientOf(active.token)
    await granted(call('createResetLink', { body: { username: 'ida' } }))
    nowMs += HOUR_MS / 6
    const without = await call('createResetLink', { body: { username: 'ida' } })
    expect(without).toMatchObject({ status: 422, error: { fields: { password: 'required' } } })
    const wrong = await call('createResetLink', { body: { username: 'ida', password: 'wrong1' } })
    expect(wrong).toMatchObject({ status: 422, error: { fields: { password: 'wrong' } } })
  })

  it('A14 attempts to use one are limited per network', async () => {
    const limited = await startTestServer(database)
    const attempt = () =>
      refusal(limited.anonymous('resetPassword', { body: { code: 'x', password: NEW_PASSWORD } }))
    for (let round = 0; round < 30; round += 1) expect(await attempt()).toBe('422 reset')
    expect(await attempt()).toBe('429 rate-limited')
    await limited.close()
  })

  /** Registers another user of level 735. */
  async function superPerson(username: string): Promise<Person> {
    const person = await server.signUp(username)
    await server.db.updateTable('users').set({ level: 735 }).where('id', '=', person.id).execute()
    const { active } = await granted(login(username, PASSWORD))
    return { ...person, token: active.token, call: server.clientOf(active.token) }
  }
})
